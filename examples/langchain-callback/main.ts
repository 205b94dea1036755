// An existing LangChain agent, and one line more: a callback handler that records, recalls and hints.
import assert from "node:assert/strict";
import { SkillLoop } from "@skillloop/core";
import { SkillLoopCallbackHandler } from "@skillloop/langchain";
import { createAgent, tool } from "langchain";
import { z } from "zod";
import { scriptedLangchainModel } from "../support/langchain-model.ts";
import { temporaryHome } from "../support/temporary-home.ts";
import { openWarehouse, type Warehouse } from "../support/warehouse.ts";

// The agent as it was before: a model and a tool that knows a rule the model does not.
function workerOf(warehouse: Warehouse) {
  const shipOrder = tool(warehouse.ship, {
    name: "ship_order",
    description: "Sends an order by a carrier: parcel or freight",
    schema: z.object({ order: z.string(), carrier: z.string() }),
  });
  return createAgent({ model: scriptedLangchainModel(), tools: [shipOrder] });
}

const warehouse = openWarehouse();
const agent = workerOf(warehouse);

await using home = await temporaryHome();
await using loop = await SkillLoop.open({ home: home.path, scope: { project: "shop" }, worker: "manual" });

// #region one line
const handler = new SkillLoopCallbackHandler({
  loop,
  verify: ({ task }) => ({ check: "the order has left", passed: warehouse.hasLeft(task) }),
});
const ask = (task: string) => agent.invoke({ messages: task }, { callbacks: [handler] });
// #endregion

await ask("Ship order A-1042 to the customer");
const before = warehouse.mistakes();

// A background worker, the default, learns by itself. Here it is done at once, to show the result.
await handler.flush();
const { learned } = await loop.process();
assert.equal(learned, 1);

// A skill is a hypothesis until it passes a test: the task again, in a world of its own, with the skill.
const { passed } = await loop.runPendingEvals(async ({ task, skillMd = "" }) => {
  const trial = openWarehouse();
  const messages = [
    { role: "system", content: skillMd },
    { role: "user", content: task },
  ];
  const result = await workerOf(trial).invoke({ messages });
  return { trace: { task, messages: result.messages }, passed: trial.hasLeft(task) };
});
assert.equal(passed, 1);

// Another order, in other words: the agent no longer makes the mistake.
const answer = await ask("Order B-2210 is packed, please ship it");
const after = warehouse.mistakes() - before;

console.log(`mistakes in the first run: ${before}, in the second: ${after}`);
assert.equal(before, 1);
assert.equal(after, 0);
assert.equal(JSON.stringify(answer).includes("project_notes"), false, "the host's own messages stay clean");
