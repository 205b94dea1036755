// An existing Mastra agent, and one line more: its configuration, merged with what it already has.
import assert from "node:assert/strict";
import { Agent } from "@mastra/core/agent";
import { createTool } from "@mastra/core/tools";
import { SkillLoop } from "@skillloop/core";
import { type FinishedRun, withSkillLoop } from "@skillloop/mastra";
import { z } from "zod";
import { scriptedAiSdkModel } from "../support/ai-sdk-model.ts";
import { temporaryHome } from "../support/temporary-home.ts";
import { openWarehouse, type Warehouse } from "../support/warehouse.ts";

// The agent as it was before: a model and a tool that knows a rule the model does not.
function toolsOf(warehouse: Warehouse) {
  const ship_order = createTool({
    id: "ship_order",
    description: "Sends an order by a carrier: parcel or freight",
    inputSchema: z.object({ order: z.string(), carrier: z.string() }),
    execute: async (input) => warehouse.ship(input),
  });
  return { ship_order };
}
const worker = { id: "worker", name: "Worker", instructions: "Ship orders.", model: scriptedAiSdkModel() };

const warehouse = openWarehouse();

await using home = await temporaryHome();
await using loop = await SkillLoop.open({ home: home.path, scope: { project: "shop" }, worker: "manual" });

// #region one line
const verify = ({ task }: FinishedRun) => ({ check: "the order has left", passed: warehouse.hasLeft(task) });
const agent = new Agent(withSkillLoop({ ...worker, tools: toolsOf(warehouse) }, { loop, verify }));
// #endregion

await agent.generate("Ship order A-1042 to the customer");
const before = warehouse.mistakes();

// A background worker, the default, learns by itself. Here it is done at once, to show the result.
const { learned } = await loop.process();
assert.equal(learned, 1);

// A skill is a hypothesis until it passes a test: the task again, in a world of its own, with the skill.
const { passed } = await loop.runPendingEvals(async ({ task, skillMd = "" }) => {
  const trial = openWarehouse();
  const agent = new Agent({ ...worker, tools: toolsOf(trial) });
  const { response } = await agent.generate(task, { instructions: skillMd });
  return { trace: { task, messages: response.messages ?? [] }, passed: trial.hasLeft(task) };
});
assert.equal(passed, 1);

// Another order, in other words: the agent no longer makes the mistake.
const { text } = await agent.generate("Order B-2210 is packed, please ship it");
const after = warehouse.mistakes() - before;

console.log(`mistakes in the first run: ${before}, in the second: ${after}`);
console.log(text);
assert.equal(before, 1);
assert.equal(after, 0);
