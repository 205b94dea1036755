// A LangChain agent with one line more: a middleware that records, recalls and hints.
import assert from "node:assert/strict";
import { SkillLoop } from "@skillloop/core";
import { type FinishedRun, skillLoopMiddleware } from "@skillloop/langchain";
import { createAgent, tool } from "langchain";
import { z } from "zod";
import { scriptedLangchainModel } from "../support/langchain-model.ts";
import { temporaryHome } from "../support/temporary-home.ts";
import { openWarehouse, type Warehouse } from "../support/warehouse.ts";

// The tools as they were before: one of them knows a rule the model does not.
const toolsOf = (warehouse: Warehouse) => [
  tool(warehouse.ship, {
    name: "ship_order",
    description: "Sends an order by a carrier: parcel or freight",
    schema: z.object({ order: z.string(), carrier: z.string() }),
  }),
];
const model = scriptedLangchainModel();
const warehouse = openWarehouse();

await using home = await temporaryHome();
await using loop = await SkillLoop.open({ home: home.path, scope: { project: "shop" }, worker: "manual" });

// #region one line
const verify = ({ task }: FinishedRun) => ({
  check: "the order has left",
  passed: warehouse.hasLeft(task),
});
const agent = createAgent({
  model,
  tools: toolsOf(warehouse),
  middleware: [skillLoopMiddleware({ loop, verify })],
});
// #endregion

const ask = (task: string) => agent.invoke({ messages: task });

await ask("Ship order A-1042 to the customer");
const before = warehouse.mistakes();

// A background worker, the default, learns by itself. Here it is done at once, to show the result.
const { learned } = await loop.process();
assert.equal(learned, 1);

// A skill is a hypothesis until it passes a test: the task again, in a world of its own, with the skill.
const { passed } = await loop.runPendingEvals(async ({ task, skillMd = "" }) => {
  const trial = openWarehouse();
  const agent = createAgent({ model, tools: toolsOf(trial), systemPrompt: skillMd });
  const { messages } = await agent.invoke({ messages: task });
  return { trace: { task, messages }, passed: trial.hasLeft(task) };
});
assert.equal(passed, 1);

// Another order, in other words: the agent no longer makes the mistake.
const answer = await ask("Order B-2210 is packed, please ship it");
const after = warehouse.mistakes() - before;

console.log(`mistakes in the first run: ${before}, in the second: ${after}`);
assert.equal(before, 1);
assert.equal(after, 0);
assert.equal(JSON.stringify(answer).includes("project_notes"), false, "the host's own messages stay clean");
