// An existing Vercel AI SDK agent, and one line more: its model wrapped by a middleware.
import assert from "node:assert/strict";
import { skillLoopMiddleware } from "@skillloop/ai-sdk";
import { SkillLoop } from "@skillloop/core";
import { generateText, stepCountIs, tool, wrapLanguageModel } from "ai";
import { z } from "zod";
import { scriptedAiSdkModel } from "../support/ai-sdk-model.ts";
import { temporaryHome } from "../support/temporary-home.ts";
import { openWarehouse, type Warehouse } from "../support/warehouse.ts";

// The tools as they were before: one of them knows a rule the model does not.
const toolsOf = (warehouse: Warehouse) => ({
  ship_order: tool({
    description: "Sends an order by a carrier: parcel or freight",
    inputSchema: z.object({ order: z.string(), carrier: z.string() }),
    execute: async (input) => warehouse.ship(input),
  }),
});

const warehouse = openWarehouse();

await using home = await temporaryHome();
await using loop = await SkillLoop.open({ home: home.path, scope: { project: "shop" }, worker: "manual" });

// #region one line
const model = wrapLanguageModel({
  model: scriptedAiSdkModel(),
  middleware: skillLoopMiddleware({
    loop,
    verify: ({ task }) => ({ check: "the order has left", passed: warehouse.hasLeft(task) }),
  }),
});
// #endregion

const ask = (prompt: string) =>
  generateText({ model, tools: toolsOf(warehouse), stopWhen: stepCountIs(5), prompt });

await ask("Ship order A-1042 to the customer");
const before = warehouse.mistakes();

// A background worker, the default, learns by itself. Here it is done at once, to show the result.
const { learned } = await loop.process();
assert.equal(learned, 1);

// A skill is a hypothesis until it passes a test: the task again, in a world of its own, with the skill.
const { passed } = await loop.runPendingEvals(async ({ task, skillMd = "" }) => {
  const trial = openWarehouse();
  const { response } = await generateText({
    model: scriptedAiSdkModel(),
    tools: toolsOf(trial),
    stopWhen: stepCountIs(5),
    system: skillMd,
    prompt: task,
  });
  return { trace: { task, messages: response.messages }, passed: trial.hasLeft(task) };
});
assert.equal(passed, 1);

// Another order, in other words: the agent no longer makes the mistake.
const { text } = await ask("Order B-2210 is packed, please ship it");
const after = warehouse.mistakes() - before;

console.log(`mistakes in the first run: ${before}, in the second: ${after}`);
console.log(text);
assert.equal(before, 1);
assert.equal(after, 0);
