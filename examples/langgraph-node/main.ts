// A LangGraph graph with two nodes more, and a tool node that sees what its tools really did.
import assert from "node:assert/strict";
import { END, START, StateGraph } from "@langchain/langgraph";
import { toolsCondition } from "@langchain/langgraph/prebuilt";
import { SkillLoop } from "@skillloop/core";
import {
  type FinishedRun,
  learnNode,
  messagesWithNotes,
  recallNode,
  SkillLoopAnnotation,
  SkillLoopToolNode,
} from "@skillloop/langgraph";
import { createAgent, tool } from "langchain";
import { z } from "zod";
import { scriptedLangchainModel } from "../support/langchain-model.ts";
import { temporaryHome } from "../support/temporary-home.ts";
import { openWarehouse, type Warehouse } from "../support/warehouse.ts";

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

// #region nodes
const options = {
  loop,
  verify: ({ task }: FinishedRun) => ({ check: "the order has left", passed: warehouse.hasLeft(task) }),
};
const graph = new StateGraph(SkillLoopAnnotation)
  .addNode("recall", recallNode(options))
  .addNode("agent", async (state) => ({ messages: [await model.invoke(messagesWithNotes(state))] }))
  .addNode("tools", new SkillLoopToolNode(toolsOf(warehouse), options))
  .addNode("learn", learnNode(options))
  .addEdge(START, "recall")
  .addEdge("recall", "agent")
  .addConditionalEdges("agent", toolsCondition, { tools: "tools", [END]: "learn" })
  .addEdge("tools", "agent")
  .addEdge("learn", END)
  .compile();
// #endregion

const ask = (content: string) => graph.invoke({ messages: [{ role: "user", content }] });

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
const state = await ask("Order B-2210 is packed, please ship it");
const after = warehouse.mistakes() - before;

console.log(`mistakes in the first run: ${before}, in the second: ${after}`);
assert.equal(before, 1);
assert.equal(after, 0);
assert.equal(JSON.stringify(state.messages).includes("project_notes"), false, "the messages stay clean");
