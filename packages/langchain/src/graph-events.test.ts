import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import {
  Annotation,
  Command,
  END,
  interrupt,
  MemorySaver,
  MessagesAnnotation,
  START,
  StateGraph,
} from "@langchain/langgraph";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import { type AgentMiddleware, createAgent, tool, toolRetryMiddleware } from "langchain";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { SkillLoopCallbackHandler } from "./skill-loop-callback-handler.ts";
import { craneTask, memory } from "./testing/memory.ts";
import { asked, crane, lift, scriptedModel, stepsOf } from "./testing/scripted-agent.ts";
import { callIdOf } from "./testing/scripted-tools.ts";

async function world() {
  const { loop, traces, reported } = await memory();
  const handler = new SkillLoopCallbackHandler({ loop });
  const recorded = async () => {
    await handler.flush({ endOpen: true });
    expect(reported).toEqual([]);
    expect(handler.size).toBe(0);
    return traces();
  };
  return { loop, handler, recorded };
}

const messagesOf = ({ messages }: { readonly messages: BaseMessage[] }) => ({ messages });

const learnedOf = async (loop: Awaited<ReturnType<typeof world>>["loop"]) => {
  await loop.process();
  return (await loop.skills.list()).map(({ name }) => name);
};

describe("the handler in a graph", () => {
  it("LG1: takes an interrupt of a tool for a pause, and learns nothing from it", async () => {
    const { loop, handler, recorded } = await world();
    const { model } = scriptedModel(lift("c1"));
    const agent = createAgent({
      model,
      tools: [crane(() => interrupt("ok?"))],
      checkpointer: new MemorySaver(),
    });
    await agent.invoke(asked(), { callbacks: [handler], configurable: { thread_id: "t" } });
    const [trace] = await recorded();
    expect(stepsOf(trace)).toEqual([expect.stringMatching(/^c1 interrupted/)]);
    expect(await learnedOf(loop)).toEqual([]);
  });

  it("LG1: knows an interrupt of another copy of the library by its marks", async () => {
    const { handler, recorded } = await world();
    const paused = Object.assign(new Error("[{value:'ok?'}]"), {
      name: "GraphInterrupt",
      is_bubble_up: true,
    });
    await handler.handleToolStart({}, "{}", "r1", undefined, [], {}, "crane", "c1");
    await handler.handleToolError(paused, "r1");
    expect((await recorded()).map(stepsOf)).toEqual([[expect.stringMatching(/^c1 interrupted/)]]);
  });

  it("LG2: takes a hand-off to the graph around it for no failure", async () => {
    const { handler, recorded } = await world();
    const transfer = tool(
      async (_input, runtime) =>
        new Command({
          graph: Command.PARENT,
          goto: "clerk",
          update: {
            messages: [new ToolMessage({ content: "The clerk goes on.", tool_call_id: callIdOf(runtime) })],
          },
        }),
      { name: "transfer", description: "Hands over", schema: z.object({}) },
    );
    const first = scriptedModel({ calls: [{ id: "c1", tool: "transfer", input: {} }] });
    const second = scriptedModel(lift("c2"), { text: "Done." });
    const boss = createAgent({ model: first.model, tools: [transfer] });
    const clerk = createAgent({ model: second.model, tools: [crane()] });
    const graph = new StateGraph(MessagesAnnotation)
      .addNode("boss", async ({ messages }) => messagesOf(await boss.invoke({ messages })), {
        ends: ["clerk"],
      })
      .addNode("clerk", async ({ messages }) => messagesOf(await clerk.invoke({ messages })))
      .addEdge(START, "boss")
      .addEdge("clerk", END)
      .compile();
    await graph.invoke(asked(), { callbacks: [handler] });
    const traces = await recorded();
    expect(traces.map(({ end }) => end)).toEqual(["completed"]);
    expect(stepsOf(traces[0])).toEqual([expect.stringMatching(/^c1 (ok|interrupted)/), "c2 ok: Lifted."]);
  });

  it("LG2: takes a ParentCommand that leaves a chain for no failure", async () => {
    const { handler, recorded } = await world();
    const command = Object.assign(new Error(""), { name: "ParentCommand", is_bubble_up: true });
    await handler.handleChainStart({}, { messages: [new HumanMessage(craneTask)] }, "root");
    await handler.handleToolStart({}, "{}", "r1", "root", [], {}, "crane", "c1");
    await handler.handleToolEnd("Lifted.", "r1");
    await handler.handleChainError(command, "root");
    expect((await recorded()).map(({ end }) => end)).toEqual(["completed"]);
  });

  it("LG3: reads the result in a Command, and takes one without a message for an empty result", async () => {
    const { handler, recorded } = await world();
    const done = new ToolMessage({ tool_call_id: "c1", content: "done" });
    const ends: readonly ConstructorParameters<typeof Command>[0][] = [
      { update: { messages: [done] }, goto: [] },
      { update: {}, goto: "next" },
    ];
    await handler.handleChainStart({}, { messages: [new HumanMessage(craneTask)] }, "root");
    for (const [at, command] of ends.entries()) {
      await handler.handleToolStart({}, "{}", `r${at}`, "root", [], {}, "crane", `c${at + 1}`);
      await handler.handleToolEnd(new Command(command), `r${at}`);
    }
    await handler.handleChainEnd({}, "root");
    expect((await recorded()).map(stepsOf)).toEqual([["c1 ok: done", "c2 ok: "]]);
  });

  it("LG4: counts a call once when the tools of a step run again after a resume", async () => {
    const { handler, recorded } = await world();
    let lifts = 0;
    const ask = tool(async () => String(interrupt("ok?")), {
      name: "ask",
      description: "Asks",
      schema: z.object({}),
    });
    const count = crane(() => {
      lifts += 1;
      return `Lifted ${lifts}.`;
    });
    const twoCalls = new AIMessage({
      content: "",
      tool_calls: [
        { id: "c1", name: "crane", args: { weight: 12, unit: "t" } },
        { id: "c2", name: "ask", args: {} },
      ],
    });
    // The tool node as a whole is one step: both tools run again.
    const graph = new StateGraph(MessagesAnnotation)
      .addNode("model", () => ({ messages: [twoCalls] }))
      .addNode("tools", new ToolNode([count, ask]))
      .addEdge(START, "model")
      .addEdge("model", "tools")
      .addEdge("tools", END)
      .compile({ checkpointer: new MemorySaver() });
    const config = { callbacks: [handler], configurable: { thread_id: "t" } };
    await graph.invoke(asked(), config);
    await graph.invoke(new Command({ resume: "yes" }), config);
    expect(lifts).toBe(2);
    expect((await recorded()).map(stepsOf)).toEqual([["c1 ok: Lifted 2.", "c2 ok: yes"]]);
  });

  it("LG6: records one run though inner and outer graph are given the same handler", async () => {
    const { handler, recorded } = await world();
    const { model } = scriptedModel(lift("c1"), { text: "Done." });
    const inner = createAgent({ model, tools: [crane()] });
    const outer = new StateGraph(MessagesAnnotation)
      .addNode("agent", async ({ messages }) =>
        messagesOf(await inner.invoke({ messages }, { callbacks: [handler] })),
      )
      .addEdge(START, "agent")
      .addEdge("agent", END)
      .compile();
    await outer.invoke(asked(), { callbacks: [handler] });
    expect((await recorded()).map(stepsOf)).toEqual([["c1 ok: Lifted."]]);
  });

  it("LG8: takes an interrupt that a retry swallows for one pause and no error", async () => {
    const { loop, handler, recorded } = await world();
    const { model } = scriptedModel(lift("c1"), { text: "Done." });
    const agent = createAgent({
      model,
      tools: [crane(() => interrupt("ok?"))],
      middleware: [
        toolRetryMiddleware({ maxRetries: 2, initialDelayMs: 1, jitter: false }) as AgentMiddleware,
      ],
      checkpointer: new MemorySaver(),
    });
    await agent.invoke(asked(), { callbacks: [handler], configurable: { thread_id: "t" } });
    const traces = await recorded();
    expect(traces.map(stepsOf)).toEqual([[expect.stringMatching(/^c1 interrupted/)]]);
    expect(await learnedOf(loop)).toEqual([]);
  });

  it("starts a new run with a new turn of a thread that waited for a person", async () => {
    const { handler, recorded } = await world();
    const { model } = scriptedModel(lift("c1"), { text: "So not." });
    const agent = createAgent({
      model,
      tools: [crane(() => interrupt("ok?"))],
      checkpointer: new MemorySaver(),
    });
    const config = { callbacks: [handler], configurable: { thread_id: "t" } };
    await agent.invoke(asked(), config);
    await agent.invoke(asked("Never mind, leave it"), config).catch(() => undefined);
    const traces = await recorded();
    expect(traces.map(({ task, end }) => `${task}: ${end}`)).toEqual([`${craneTask}: aborted`]);
  });

  it("gives a sub-agent with a task of its own a run of its own, though the call ids are the same", async () => {
    const { handler, recorded } = await world();
    const inner = scriptedModel(lift("c1"), { text: "The crane has lifted it." });
    const helper = createAgent({ model: inner.model, tools: [crane()] });
    const delegate = tool(
      async () => {
        const { messages } = await helper.invoke(asked("Work the crane"));
        return messages.at(-1)?.text;
      },
      { name: "delegate", description: "Lets another one do it", schema: z.object({}) },
    );
    const outer = scriptedModel({ calls: [{ id: "c1", tool: "delegate", input: {} }] }, { text: "Done." });
    await createAgent({ model: outer.model, tools: [delegate] }).invoke(asked("Unload the ship"), {
      callbacks: [handler],
    });
    const traces = await recorded();
    expect(Object.fromEntries(traces.map((trace) => [trace.task, stepsOf(trace)]))).toEqual({
      "Work the crane": ["c1 ok: Lifted."],
      "Unload the ship": ["c1 ok: The crane has lifted it."],
    });
  });

  it("records a graph that asks its model without LangChain, from its last state", async () => {
    const { handler, recorded } = await world();
    const State = Annotation.Root({ ...MessagesAnnotation.spec });
    const graph = new StateGraph(State)
      .addNode("all", (state) => ({
        messages: [
          new AIMessage({ content: "", tool_calls: [{ id: "c1", name: "crane", args: {} }] }),
          new ToolMessage({ tool_call_id: "c1", content: "Lifted." }),
          new AIMessage(`Done: ${state.messages.length}`),
        ],
      }))
      .addEdge(START, "all")
      .addEdge("all", END)
      .compile();
    await graph.invoke(asked(), { callbacks: [handler] });
    expect((await recorded()).map(stepsOf)).toEqual([["c1 ok: Lifted."]]);
  });
});
