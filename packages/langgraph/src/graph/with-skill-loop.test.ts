import { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import {
  Command,
  GraphRecursionError,
  MemorySaver,
  MessagesAnnotation,
  START,
  StateGraph,
} from "@langchain/langgraph";
import { createReactAgent } from "@langchain/langgraph/prebuilt";
import type { ScriptedReply } from "@skillloop/core/testing/adapter-contract";
import { type AgentMiddleware, createAgent, toolRetryMiddleware } from "langchain";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { flushSkillLoop, openRuns } from "../flush-skill-loop.ts";
import {
  asked,
  askPerson,
  bash,
  call,
  calls,
  modelSaying,
  sendInvoice,
  toolThat,
} from "../testing/office.ts";
import { graphWithNodes, plainGraph } from "../testing/scripted-graph.ts";
import { pushTask, type TestLoop, testLoop } from "../testing/taught-loop.ts";
import { withSkillLoop } from "./with-skill-loop.ts";

let world: TestLoop;

beforeEach(async () => {
  world = await testLoop("taught");
});

afterEach(async () => {
  await world.loop.close();
});

const push = call("c1", "bash", { command: "git push --set-upstream origin hotfix-9" });
const wrong = call("c2", "send_invoice", { customer: "Smith", amount: 80, currency: "usd" });
const ask = call("c4", "ask_person", { question: "May I?" });
const thread = { configurable: { thread_id: "t" } };
const tools = [bash, sendInvoice, askPerson];

const scripted = (...replies: readonly ScriptedReply[]) => {
  const { model, requests } = modelSaying(...replies);
  const graph = plainGraph({ model, tools, checkpointer: new MemorySaver() });
  return { graph: withSkillLoop(graph, { loop: world.loop }), bare: graph, requests };
};

async function recorded() {
  await flushSkillLoop(world.loop, { endOpen: true });
  const traces = await world.traces();
  return traces.map(({ task, end, steps }) => ({
    task,
    end,
    calls: steps.flatMap((step) => (step.kind === "tool" ? [`${step.callId} ${step.outcome}`] : [])),
  }));
}

describe("withSkillLoop", () => {
  it("gives back a graph of the same kind and leaves the one given as it is", async () => {
    const { graph, bare } = scripted({ text: "Done." });
    expect(graph.constructor).toBe(bare.constructor);
    expect(Object.keys(graph).sort()).toEqual(Object.keys(bare).sort());
    expect(graph.checkpointer).toBe(bare.checkpointer);
    expect(graph.builder).toBe(bare.builder);
    expect(graph.getName()).toBe(bare.getName());
    expect((await graph.getGraphAsync()).drawMermaid()).toBe((await bare.getGraphAsync()).drawMermaid());
    await bare.invoke(asked(pushTask), thread);
    expect(await recorded()).toEqual([]);
  });

  it("is invoked, streamed and batched like any graph, and keeps the host's own callbacks", async () => {
    const reply = calls(push);
    const { graph } = scripted(reply, { text: "1" }, reply, { text: "2" }, reply, { text: "3" }, reply, {
      text: "4",
    });
    const heard: string[] = [];
    const own = BaseCallbackHandler.fromMethods({ handleToolStart: () => void heard.push("tool") });
    const callbacks = [Object.assign(own, { awaitHandlers: true })];
    await graph.invoke(asked(pushTask), { configurable: { thread_id: "1" }, callbacks });
    for await (const _ of await graph.stream(asked(pushTask), {
      configurable: { thread_id: "2" },
      callbacks,
    }));
    const events = graph.streamEvents(asked(pushTask), {
      version: "v2",
      configurable: { thread_id: "3" },
      callbacks,
    });
    for await (const _ of events);
    await graph.batch([asked(pushTask)], [{ configurable: { thread_id: "4" }, callbacks }]);
    expect(heard).toEqual(["tool", "tool", "tool", "tool"]);
    expect((await recorded()).map((trace) => trace.calls)).toEqual(Array(4).fill(["c1 ok"]));
    expect(openRuns(world.loop)).toBe(0);
  });

  it("reads and updates state, and keeps what withConfig adds later", async () => {
    const { graph } = scripted(calls(push), { text: "Done." });
    const named = graph.withConfig({ runName: "named", tags: ["mine"] });
    await named.invoke(asked(pushTask), thread);
    expect((await graph.getState(thread)).values.messages.length).toBe(4);
    await graph.updateState(thread, { messages: [] });
    const history: unknown[] = [];
    for await (const state of graph.getStateHistory(thread)) history.push(state);
    expect(history.length).toBeGreaterThan(3);
    expect((await recorded()).map((trace) => trace.calls)).toEqual([["c1 ok"]]);
  });

  it("injects block and hint, and puts neither into messages nor checkpoints", async () => {
    const { graph, requests } = scripted(calls(wrong), { text: "Done." });
    const { messages } = await graph.invoke(asked(pushTask), thread);
    expect(requests[1]?.messages[0]?.text).toContain("--set-upstream");
    expect(requests[1]?.messages[2]?.text).toMatch(/Currency rejected[\s\S]+<project_notes/);
    const stored = JSON.stringify([messages, (await graph.getState(thread)).values]);
    expect(stored).not.toContain("project_notes");
  });

  it("learns from a graph that is cut off by its step limit", async () => {
    const { graph } = scripted(calls(push), calls(wrong));
    const run = graph.invoke(asked(pushTask), { ...thread, recursionLimit: 2 });
    await expect(run).rejects.toBeInstanceOf(GraphRecursionError);
    expect(await recorded()).toEqual([{ task: pushTask, end: "aborted", calls: ["c1 ok"] }]);
  });

  it("learns from a graph that throws, and throws what the graph threw", async () => {
    const error = new Error("The model is gone");
    const { graph } = scripted(calls(wrong), { error });
    await expect(graph.invoke(asked(pushTask), thread)).rejects.toBe(error);
    expect(await recorded()).toEqual([{ task: pushTask, end: "failed", calls: ["c2 tool-error"] }]);
  });

  it("LG1: an interrupted graph that is resumed is one run, and its interrupt no failure", async () => {
    const { graph } = scripted(calls(wrong), calls(ask), { text: "Done." });
    const paused = await graph.invoke(asked(pushTask), thread);
    expect(paused).toHaveProperty("__interrupt__");
    await flushSkillLoop(world.loop);
    expect(await world.traces()).toEqual([]);
    await graph.invoke(new Command({ resume: "yes" }), thread);
    expect(await recorded()).toEqual([
      { task: pushTask, end: "completed", calls: ["c2 tool-error", "c4 ok"] },
    ]);
  });

  it("LG4: counts calls once that run again when the graph is resumed", async () => {
    const { model } = modelSaying(calls(push, ask), { text: "Done." });
    const graph = withSkillLoop(plainGraph({ model, tools, checkpointer: new MemorySaver() }), {
      loop: world.loop,
    });
    await graph.invoke(asked(pushTask), thread);
    await graph.invoke(new Command({ resume: "yes" }), thread);
    expect(await recorded()).toEqual([{ task: pushTask, end: "completed", calls: ["c1 ok", "c4 ok"] }]);
  });

  it("LG2: a hand-off from one agent's graph to another is no failure of the graph", async () => {
    const clerk = toolThat("to_clerk", () => new Command({ graph: Command.PARENT, goto: "clerk" }));
    const first = modelSaying(calls(call("c9", "to_clerk")));
    const second = modelSaying(calls(push), { text: "Pushed." });
    const graph = new StateGraph(MessagesAnnotation)
      .addNode("desk", createReactAgent({ llm: first.model, tools: [clerk] }), { ends: ["clerk"] })
      .addNode("clerk", plainGraph({ model: second.model, tools }))
      .addEdge(START, "desk")
      .compile();
    await withSkillLoop(graph, { loop: world.loop }).invoke(asked(pushTask));
    expect(await recorded()).toEqual([{ task: pushTask, end: "completed", calls: ["c9 ok", "c1 ok"] }]);
  });

  it("LG2: a wrapped graph whose last act is a hand-off to the graph around it is over, and has not failed", async () => {
    const clerk = toolThat("to_clerk", () => new Command({ graph: Command.PARENT, goto: "clerk" }));
    const { model } = modelSaying(calls(push), calls(call("c9", "to_clerk")));
    const desk = createReactAgent({ llm: model, tools: [...tools, clerk] });
    const graph = new StateGraph(MessagesAnnotation)
      .addNode("desk", withSkillLoop(desk, { loop: world.loop }), { ends: ["clerk"] })
      .addNode("clerk", () => ({}))
      .addEdge(START, "desk")
      .compile({ checkpointer: new MemorySaver() });
    await graph.invoke(asked(pushTask), thread);
    expect(openRuns(world.loop)).toBe(0);
    expect(await recorded()).toEqual([{ task: pushTask, end: "completed", calls: ["c1 ok", "c9 ok"] }]);
  });

  it("LG6: a graph inside a graph, both wrapped, is recorded and shown its notes once", async () => {
    const { graph: inner, requests } = scripted(calls(push), { text: "Done." });
    const outer = new StateGraph(MessagesAnnotation)
      .addNode("agent", inner)
      .addEdge(START, "agent")
      .compile();
    const wrapped = withSkillLoop(withSkillLoop(outer, { loop: world.loop }), { loop: world.loop });
    await wrapped.invoke(asked(pushTask), thread);
    expect(await recorded()).toEqual([{ task: pushTask, end: "completed", calls: ["c1 ok"] }]);
    expect(requests.map(({ raw }) => raw.split("<project_notes").length - 1)).toEqual([1, 1]);
    expect(openRuns(world.loop)).toBe(0);
  });

  it("LG6: a graph whose nodes record too is recorded and shown its notes once", async () => {
    const { model, requests } = modelSaying(calls(wrong), { text: "Done." });
    const graph = graphWithNodes({ model, tools }, { loop: world.loop });
    const { skillloop } = await withSkillLoop(graph, { loop: world.loop }).invoke(asked(pushTask));
    expect(await recorded()).toEqual([{ task: pushTask, end: "completed", calls: ["c2 tool-error"] }]);
    expect(requests.map(({ raw }) => raw.split("<project_notes").length - 1)).toEqual([1, 2]);
    expect(skillloop).toMatchObject({ block: "", hints: {} });
  });

  it("LG8: an interrupt that a retry catches is not several tool errors", async () => {
    const { model } = modelSaying(calls(ask), { text: "I could not ask." });
    const retry = toolRetryMiddleware({ maxRetries: 2, initialDelayMs: 0, jitter: false });
    const agent = createAgent({
      model,
      tools: [askPerson],
      middleware: [retry as AgentMiddleware],
      checkpointer: new MemorySaver(),
    });
    const wrapped = withSkillLoop(agent, { loop: world.loop });
    const result = await wrapped.invoke(asked("Ask"), thread);
    expect(result.messages.at(-2)?.text).toContain("GraphInterrupt");
    expect((await recorded()).map((trace) => trace.calls)).toEqual([["c4 interrupted"]]);
    const before = (await world.skills()).length;
    await world.loop.process();
    expect((await world.skills()).length).toBe(before);
  });

  it.each(["createReactAgent", "createAgent"] as const)("wraps what %s makes", async (maker) => {
    const { model, requests } = modelSaying(calls(push), { text: "Done." });
    const options = { loop: world.loop };
    const agent =
      maker === "createAgent"
        ? withSkillLoop(createAgent({ model, tools }), options)
        : withSkillLoop(createReactAgent({ llm: model, tools }), options);
    await agent.invoke(asked(pushTask));
    expect(await recorded()).toEqual([{ task: pushTask, end: "completed", calls: ["c1 ok"] }]);
    expect(requests[0]?.messages[0]?.text).toContain("--set-upstream");
  });

  it("LC11: a stream nobody reads rejects no promise of ours, though the check and who is told of hints do", async () => {
    const stray: unknown[] = [];
    const note = (reason: unknown) => stray.push(reason);
    process.on("unhandledRejection", note);
    const gone = new Error("The model is gone");
    const { model } = modelSaying(calls(wrong), { error: gone });
    const graph = withSkillLoop(plainGraph({ model, tools }), {
      loop: world.loop,
      onHint: () => Promise.reject(new Error("The screen is gone")),
      verify: () => Promise.reject(new Error("The inspector is gone")),
    });
    await graph.streamEvents(asked(pushTask), { version: "v3" });
    await vi.waitFor(() => expect(world.errors.length).toBe(2));
    await new Promise((resolve) => setTimeout(resolve, 20));
    process.off("unhandledRejection", note);
    // LangGraph itself rejects with what ended a stream of this version.
    expect(stray.filter((reason) => reason !== gone)).toEqual([]);
    expect(world.errors.map(({ message }) => message)).toEqual([
      expect.stringContaining("The screen is gone"),
      expect.stringContaining("The inspector is gone"),
    ]);
    expect(await recorded()).toEqual([{ task: pushTask, end: "failed", calls: ["c2 tool-error"] }]);
  });

  it("keeps parallel runs of one graph apart, and leaves none of them open", async () => {
    const reply = { text: "Done." };
    const { model, requests } = modelSaying(...Array(100).fill(reply));
    const graph = withSkillLoop(plainGraph({ model, tools }), { loop: world.loop });
    const tasks = Array.from({ length: 100 }, (_, at) => `${pushTask} number ${at}`);
    await Promise.all(tasks.map((task) => graph.invoke(asked(task))));
    expect(openRuns(world.loop)).toBe(0);
    expect(new Set(requests.map(({ messages }) => messages[0]?.text.split("\n")[0]))).toEqual(new Set(tasks));
  });
});
