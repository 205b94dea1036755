import { type BaseMessage, HumanMessage } from "@langchain/core/messages";
import {
  Annotation,
  END,
  MemorySaver,
  MessagesAnnotation,
  MessagesValue,
  START,
  StateGraph,
  StateSchema,
} from "@langchain/langgraph";
import type { ToolNode } from "@langchain/langgraph/prebuilt";
import { createAgent } from "langchain";
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from "vitest";
import { z } from "zod";
import {
  flushSkillLoop,
  learnNode,
  messagesWithNotes,
  recallNode,
  type SkillLoopAnnotation,
  type SkillLoopNotes,
  SkillLoopToolNode,
  skillLoopChannels,
  skillLoopValue,
  withSkillLoop,
} from "./index.ts";
import { asked, bash, call, calls, modelSaying } from "./testing/office.ts";
import { plainGraph } from "./testing/scripted-graph.ts";
import { pushTask, type TestLoop, testLoop } from "./testing/taught-loop.ts";

let world: TestLoop;

beforeAll(async () => {
  world = await testLoop("taught");
});

afterAll(() => world.loop.close());

const push = call("c1", "bash", { command: "git push --set-upstream origin hotfix-9" });

describe("the types of LangGraph", () => {
  it("takes the nodes in a graph over a state of one's own", async () => {
    const { loop } = world;
    const { model, requests } = modelSaying(calls(push), { text: "Done." });
    const State = Annotation.Root({
      ...MessagesAnnotation.spec,
      ...skillLoopChannels(),
      customer: Annotation<string>,
    });
    expectTypeOf<typeof State.State.skillloop>().toEqualTypeOf<SkillLoopNotes>();
    const graph = new StateGraph(State)
      .addNode("recall", recallNode({ loop, tools: [bash, "look_up"] }))
      .addNode("agent", async (state) => ({ messages: [await model.invoke(messagesWithNotes(state))] }))
      .addNode("tools", new SkillLoopToolNode([bash], { loop }))
      .addNode("learn", learnNode({ loop, verify: () => ({ check: "git status", exitCode: 0 }) }))
      .addEdge(START, "recall")
      .addEdge("recall", "agent")
      .addConditionalEdges("agent", ({ messages }) => (messages.length > 2 ? "learn" : "tools"))
      .addEdge("tools", "agent")
      .addEdge("learn", END)
      .compile({ checkpointer: new MemorySaver() });
    const result = await graph.invoke(
      { ...asked(pushTask), customer: "Smith" },
      { configurable: { thread_id: "own" } },
    );
    expect(result.customer).toBe("Smith");
    expect(requests[0]?.messages[0]?.text).toContain("--set-upstream");
  });

  it("takes the nodes in a graph over a StateSchema", async () => {
    const { loop } = world;
    const { model, requests } = modelSaying({ text: "Done." });
    const State = new StateSchema({
      messages: MessagesValue,
      skillloop: skillLoopValue(),
      customer: z.string().default("nobody"),
    });
    const graph = new StateGraph(State)
      .addNode("recall", recallNode({ loop }))
      .addNode("agent", async (state) => ({ messages: [await model.invoke(messagesWithNotes(state))] }))
      .addNode("learn", learnNode({ loop }))
      .addEdge(START, "recall")
      .addEdge("recall", "agent")
      .addEdge("agent", "learn")
      .addEdge("learn", END)
      .compile();
    const { skillloop } = await graph.invoke({ messages: [new HumanMessage(pushTask)] });
    expectTypeOf(skillloop).toExtend<SkillLoopNotes>();
    expect(requests[0]?.messages[0]?.text).toContain("--set-upstream");
    expect(skillloop.ended).toBe(true);
    await flushSkillLoop(loop);
  });

  it("gives back the types that went in", () => {
    const { loop } = world;
    const { model } = modelSaying();
    const graph = plainGraph({ model, tools: [bash] });
    expectTypeOf(withSkillLoop(graph, { loop })).toEqualTypeOf(graph);
    const agent = createAgent({ model, tools: [bash] });
    expectTypeOf(withSkillLoop(agent, { loop })).toEqualTypeOf(agent);
    expectTypeOf(messagesWithNotes({ messages: [new HumanMessage("x")] })).toEqualTypeOf<HumanMessage[]>();
    const state = {} as typeof SkillLoopAnnotation.State;
    expectTypeOf<ReturnType<typeof messagesWithNotes<BaseMessage>>>().toEqualTypeOf(state.messages);
    expectTypeOf(new SkillLoopToolNode([bash], { loop })).toExtend<ToolNode>();
    // @ts-expect-error a loop is needed
    expect(() => recallNode({})).toThrow("given no loop");
    // @ts-expect-error a graph is needed
    expect(() => withSkillLoop({}, { loop })).toThrow();
  });
});
