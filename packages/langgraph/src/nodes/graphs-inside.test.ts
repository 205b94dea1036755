import { Command, END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { toolsCondition } from "@langchain/langgraph/prebuilt";
import type { ScriptedReply } from "@skillloop/core/testing/adapter-contract";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { flushSkillLoop, openRuns } from "../flush-skill-loop.ts";
import { SkillLoopAnnotation } from "../state/skill-loop-annotation.ts";
import { asked, askPerson, call, calls, modelSaying, sendInvoice, toolThat } from "../testing/office.ts";
import { graphWithNodes } from "../testing/scripted-graph.ts";
import { pushTask, type TestLoop, testLoop } from "../testing/taught-loop.ts";
import { learnNode } from "./learn-node.ts";
import { recallNode } from "./recall-node.ts";
import { SkillLoopToolNode } from "./skill-loop-tool-node.ts";

let world: TestLoop;

beforeEach(async () => {
  world = await testLoop("empty");
});

afterEach(async () => {
  await world.loop.close();
});

const wrong = call("c2", "send_invoice", { customer: "Smith", amount: 80, currency: "usd" });
const right = call("c3", "send_invoice", { customer: "Smith", amount: 80, currency: "USD" });
const ask = call("c4", "ask_person", { question: "May I?" });
const thread = { configurable: { thread_id: "t" } };

const clerk = (...replies: readonly ScriptedReply[]) =>
  graphWithNodes(
    { model: modelSaying(...replies).model, tools: [sendInvoice, askPerson] },
    { loop: world.loop },
  );

async function recorded() {
  await flushSkillLoop(world.loop, { endOpen: true });
  const traces = await world.traces();
  return traces
    .map(({ steps }) =>
      steps.flatMap((step) => (step.kind === "tool" ? [`${step.callId} ${step.outcome}`] : [])),
    )
    .sort();
}

describe("graphs with a recall node of their own inside a graph with one", () => {
  it("are runs of their own when they work at once, and none learns from what another has not seen", async () => {
    const options = { loop: world.loop };
    const graph = new StateGraph(SkillLoopAnnotation)
      .addNode("recall", recallNode(options))
      .addNode("one", clerk(calls(wrong), { text: "It failed." }))
      .addNode("two", clerk(calls(right), { text: "Sent." }))
      .addNode("learn", learnNode(options))
      .addEdge(START, "recall")
      .addEdge("recall", "one")
      .addEdge("recall", "two")
      .addEdge(["one", "two"], "learn")
      .addEdge("learn", END)
      .compile();
    await graph.invoke(asked(pushTask));
    expect(await recorded()).toEqual([["c2 tool-error"], ["c3 ok"]]);
    expect(openRuns(world.loop)).toBe(0);
    await world.loop.process();
    expect(await world.skills()).toEqual([]);
  });

  it("are runs of their own when they work one after the other, also over an interrupt", async () => {
    const options = { loop: world.loop };
    const graph = new StateGraph(SkillLoopAnnotation)
      .addNode("recall", recallNode(options))
      .addNode("one", clerk(calls(wrong), calls(ask), { text: "It failed." }))
      .addNode("two", clerk(calls(right), { text: "Sent." }))
      .addNode("learn", learnNode(options))
      .addEdge(START, "recall")
      .addEdge("recall", "one")
      .addEdge("one", "two")
      .addEdge("two", "learn")
      .addEdge("learn", END)
      .compile({ checkpointer: new MemorySaver() });
    await graph.invoke(asked(pushTask), thread);
    await graph.invoke(new Command({ resume: "yes" }), thread);
    expect(await recorded()).toEqual([["c2 tool-error", "c4 ok"], ["c3 ok"]]);
    expect(openRuns(world.loop)).toBe(0);
  });

  it("are part of the run around them when only that has a recall node", async () => {
    const inner = new StateGraph(SkillLoopAnnotation)
      .addNode("tools", new SkillLoopToolNode([sendInvoice], { loop: world.loop }))
      .addEdge(START, "tools")
      .compile();
    const { model } = modelSaying(calls(wrong), calls(right), { text: "Sent." });
    const options = { loop: world.loop };
    const graph = new StateGraph(SkillLoopAnnotation)
      .addNode("recall", recallNode(options))
      .addNode("agent", async ({ messages }) => ({ messages: [await model.invoke(messages)] }))
      .addNode("tools", inner)
      .addNode("learn", learnNode(options))
      .addEdge(START, "recall")
      .addEdge("recall", "agent")
      .addConditionalEdges("agent", toolsCondition, { tools: "tools", [END]: "learn" })
      .addEdge("tools", "agent")
      .addEdge("learn", END)
      .compile();
    await graph.invoke(asked(pushTask));
    expect(await recorded()).toEqual([["c2 tool-error", "c3 ok"]]);
  });
});

describe.each([true, false])("a graph whose recall node is there: %s", (recalls) => {
  const graphOf = (
    replies: readonly ScriptedReply[],
    tools = [sendInvoice, askPerson],
    more: { readonly idleTimeoutMs?: number } = {},
  ) => {
    const { model } = modelSaying(...replies);
    const options = { loop: world.loop, ...more };
    return (checkpointer: MemorySaver, loop = world.loop) =>
      new StateGraph(SkillLoopAnnotation)
        .addNode("recall", recalls ? recallNode({ ...options, loop }) : () => ({}))
        .addNode("agent", async ({ messages }) => ({ messages: [await model.invoke(messages)] }))
        .addNode("tools", new SkillLoopToolNode(tools, { ...options, loop, handleToolErrors: false }), {
          retryPolicy: {
            maxAttempts: 3,
            initialInterval: 1,
            jitter: false,
            logWarning: false,
            retryOn: () => true,
          },
        })
        .addNode("learn", learnNode({ ...options, loop }))
        .addEdge(START, "recall")
        .addEdge("recall", "agent")
        .addConditionalEdges("agent", toolsCondition, { tools: "tools", [END]: "learn" })
        .addEdge("tools", "agent")
        .addEdge("learn", END)
        .compile({ checkpointer });
  };

  it("counts a call once that its node's retry policy runs again, in one run", async () => {
    let ran = 0;
    const flaky = toolThat("flaky", () => {
      ran += 1;
      if (ran < 3) throw new Error("not yet");
      return "ok";
    });
    const graph = graphOf([calls(call("c1", "flaky")), { text: "Done." }], [flaky])(new MemorySaver());
    await graph.invoke(asked(pushTask), thread);
    expect(ran).toBe(3);
    expect(await recorded()).toEqual([["c1 ok"]]);
    expect(openRuns(world.loop)).toBe(0);
  });

  it("LG1: stores no call twice of a graph that is resumed after it was given up outside a tool", async () => {
    const first = toolThat("first", () => "ok");
    const replies = [calls(call("c1", "first")), calls(right), { text: "Done." }];
    const graph = graphOf(replies, [first, sendInvoice], { idleTimeoutMs: 20 })(new MemorySaver());
    await graph.invoke(asked(pushTask), { ...thread, interruptAfter: ["tools"] });
    while (openRuns(world.loop) > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await graph.invoke(null, thread);
    expect(await recorded()).toEqual([["c1 ok"], ["c3 ok"]]);
  });

  it("LG4: counts each call once when another process resumes it", async () => {
    const maker = graphOf([calls(right), calls(ask), { text: "Done." }]);
    const checkpointer = new MemorySaver();
    await maker(checkpointer).invoke(asked(pushTask), thread);
    await flushSkillLoop(world.loop);
    const other = await world.again();
    await maker(checkpointer, other.loop).invoke(new Command({ resume: "yes" }), thread);
    await flushSkillLoop(other.loop);
    const recordedThere = (await other.traces()).map(
      ({ steps }) => steps.filter(({ kind }) => kind === "tool").length,
    );
    expect(recordedThere).toEqual([2]);
    await other.loop.close();
  });
});
