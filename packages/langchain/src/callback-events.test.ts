import { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { createAgent } from "langchain";
import { describe, expect, it } from "vitest";
import { SkillLoopCallbackHandler } from "./skill-loop-callback-handler.ts";
import { skillLoopMiddleware } from "./skill-loop-middleware.ts";
import { craneTask, memory, wrongUnit } from "./testing/memory.ts";
import { asked, crane, lift, pause, scriptedModel, stepsOf } from "./testing/scripted-agent.ts";

const human = new HumanMessage(craneTask);
const answer = (message: AIMessage) => ({ generations: [[{ text: message.text, message }]] });
const calling = (...ids: readonly string[]) =>
  new AIMessage({
    content: "",
    tool_calls: ids.map((id) => ({ id, name: "crane", args: { weight: 12, unit: id } })),
  });

/** A handler whose events are told by hand, inside one chain. */
async function told() {
  const { loop, traces, reported } = await memory();
  const handler = new SkillLoopCallbackHandler({ loop });
  await handler.handleChainStart({}, { messages: [human] }, "root", undefined);
  const request = async (id: string, messages: readonly unknown[], reply: AIMessage) => {
    await handler.handleChatModelStart({}, [messages], id, "root");
    await handler.handleLLMEnd(answer(reply), id);
  };
  const toolStart = (runId: string, input: unknown, callId?: string, parent = "root") =>
    handler.handleToolStart({}, JSON.stringify(input), runId, parent, [], {}, "crane", callId);
  const finish = async (outputs: unknown = {}) => {
    await handler.handleChainEnd(outputs, "root");
    await handler.flush({ endOpen: true });
    expect(reported).toEqual([]);
    expect(handler.size).toBe(0);
    return traces();
  };
  return { handler, request, toolStart, finish };
}

describe("what no callback reports", () => {
  it("LC1: records a call of an unknown tool from the messages alone", async () => {
    const { loop, traces } = await memory();
    const handler = new SkillLoopCallbackHandler({ loop });
    const { model } = scriptedModel(lift("c1", "t", "nope"), { text: "There is none." });
    await createAgent({ model, tools: [crane()] }).invoke(asked(), { callbacks: [handler] });
    await handler.flush();
    const [trace] = await traces();
    expect(stepsOf(trace)).toEqual([expect.stringContaining("c1 unknown-tool")]);
  });

  it.each([
    ["LC1: records an unknown tool", lift("c1", "t", "nope"), "c1 unknown-tool"],
    ["LC2: records arguments that do not fit", lift("c1", 5), "c1 invalid-input"],
  ])("%s though a step limit leaves neither a next request nor a last state", async (_title, reply, step) => {
    const { loop, traces } = await memory();
    const handler = new SkillLoopCallbackHandler({ loop });
    const agent = createAgent({ model: scriptedModel(reply).model, tools: [crane()] });
    const cut = agent.invoke(asked(), { callbacks: [handler], recursionLimit: 2 });
    await expect(cut).rejects.toThrow("Recursion limit");
    await handler.flush();
    const [trace] = await traces();
    expect(trace?.end).toBe("aborted");
    expect(stepsOf(trace)).toEqual([expect.stringContaining(step)]);
  });

  it("LC1: reads it from a conversation that no event told of", async () => {
    const { request, finish } = await told();
    const refused = new ToolMessage({
      tool_call_id: "c1",
      status: "error",
      content: "crane is not a valid tool",
    });
    await request("m", [human, calling("c1"), refused], new AIMessage("There is none."));
    const [trace] = await finish();
    expect(stepsOf(trace)).toEqual(["c1 unknown-tool: crane is not a valid tool"]);
  });

  it("reads the result of a waiting call from the last state, though all of its answers were heard", async () => {
    const { request, finish } = await told();
    const asking = calling("c1");
    await request("m", [human], asking);
    const lifted = new ToolMessage({ tool_call_id: "c1", content: "Lifted." });
    const [trace] = await finish({ messages: [human, asking, lifted] });
    expect(stepsOf(trace)).toEqual(["c1 ok: Lifted."]);
  });

  it("LC2: records arguments that do not fit, though the tool is never started", async () => {
    const { loop, traces } = await memory();
    const handler = new SkillLoopCallbackHandler({ loop });
    const { model } = scriptedModel(lift("c1", 5), { text: "So not." });
    await createAgent({ model, tools: [crane()] }).invoke(asked(), { callbacks: [handler] });
    await handler.flush();
    const [trace] = await traces();
    expect(stepsOf(trace)).toEqual([expect.stringContaining("c1 invalid-input")]);
  });
});

describe("which call an event means", () => {
  it.each([
    ["their own order", ["r1", "r2"]],
    ["the other order", ["r2", "r1"]],
  ])("LC4: keeps results apart by run id where two calls of one tool end in %s", async (_, order) => {
    const { handler, request, toolStart, finish } = await told();
    await request("m", [human], calling("c1", "c2"));
    await toolStart("r1", { weight: 12, unit: "c1" });
    await toolStart("r2", { weight: 12, unit: "c2" });
    for (const run of order) await handler.handleToolEnd(run === "r1" ? "A" : "B", run);
    const [trace] = await finish();
    expect(stepsOf(trace)).toEqual(["c1 ok: A", "c2 ok: B"]);
  });

  it("LC4: goes by the id that a start tells, though two calls are alike", async () => {
    const { handler, request, toolStart, finish } = await told();
    const alike = { name: "crane", args: { weight: 12, unit: "t" }, type: "tool_call" as const };
    const asking = new AIMessage({
      content: "",
      tool_calls: ["c1", "c2"].map((id) => ({ ...alike, id })),
    });
    await request("m", [human], asking);
    await toolStart("r2", alike.args, "c2");
    await toolStart("r1", alike.args, "c1");
    await handler.handleToolEnd("B", "r2");
    await handler.handleToolEnd("A", "r1");
    const [trace] = await finish();
    expect(stepsOf(trace)).toEqual(["c1 ok: A", "c2 ok: B"]);
  });

  it("LC4: never takes a call for another one of the same tool", async () => {
    const { handler, request, toolStart, finish } = await told();
    await request("m", [human], calling("c1"));
    await toolStart("r1", { weight: 7, unit: "other" });
    await handler.handleToolEnd("A", "r1");
    const [trace] = await finish();
    expect(stepsOf(trace)).toEqual([expect.stringMatching(/^c1 missing/), expect.stringMatching(/ ok: A$/)]);
  });

  it("LC5: records two actions of one agent step as two calls of one trace", async () => {
    const { handler, toolStart, finish } = await told();
    await handler.handleChainStart({}, {}, "step", "root");
    await toolStart("r1", { weight: 1, unit: "t" }, undefined, "step");
    await toolStart("r2", { weight: 2, unit: "t" }, undefined, "step");
    await handler.handleToolEnd("A", "r1");
    await handler.handleToolEnd("B", "r2");
    await handler.handleChainEnd({}, "step");
    const traces = await finish();
    expect(traces.map(stepsOf)).toEqual([
      [expect.stringMatching(/ ok: A$/), expect.stringMatching(/ ok: B$/)],
    ]);
    expect(traces[0]?.task).toBe(craneTask);
  });

  it("LC7: believes the thrown error and not a message without status", async () => {
    const { handler, request, toolStart, finish } = await told();
    await request("m1", [human], calling("c1"));
    await toolStart("r1", { weight: 12, unit: "c1" }, "c1");
    await handler.handleToolError(new Error("boom"), "r1");
    const softened = new ToolMessage({ tool_call_id: "c1", content: "It went fine." });
    await request("m2", [human, calling("c1"), softened], new AIMessage("Well."));
    const [trace] = await finish();
    expect(stepsOf(trace)).toEqual(["c1 tool-error: Error: boom"]);
  });

  it("PR3: takes calls without an id, or with an empty one, for as many calls in their order", async () => {
    const { request, finish } = await told();
    const reply = new AIMessage({
      content: "",
      tool_calls: [
        { name: "crane", args: { weight: 1 } },
        { id: "", name: "crane", args: { weight: 2 } },
      ],
    });
    await request("m", [human], reply);
    const [trace] = await finish();
    expect(trace?.steps.map((step) => step.kind === "tool" && step.input)).toEqual([
      { weight: 1 },
      { weight: 2 },
    ]);
  });

  it("MC3: takes a result that says isError for an error", async () => {
    const { handler, request, toolStart, finish } = await told();
    await request("m", [human], calling("c1"));
    await toolStart("r1", { weight: 12, unit: "c1" }, "c1");
    await handler.handleToolEnd({ isError: true, content: [{ type: "text", text: "401" }] }, "r1");
    const [trace] = await finish();
    expect(stepsOf(trace)).toEqual(["c1 tool-error: 401"]);
  });

  it("LG6: records a loop once whose events two handlers are told", async () => {
    const { loop, traces } = await memory();
    const handler = new SkillLoopCallbackHandler({ loop });
    const callbacks = [handler, new SkillLoopCallbackHandler({ loop })];
    const { model } = scriptedModel(lift("c1"), { text: "Done." });
    const call = await model.invoke([human], { callbacks });
    const args = { weight: 12, unit: "t" };
    const lifted = await crane().invoke({ id: "c1", name: "crane", args, type: "tool_call" }, { callbacks });
    await model.invoke([human, call, lifted], { callbacks });
    await handler.flush();
    expect((await traces()).map(stepsOf)).toEqual([["c1 ok: Lifted."]]);
    expect(handler.size).toBe(0);
  });
});

describe("a host in trouble", () => {
  it("LC8: has every step after a flush, although the events still wait in a queue behind a slow handler", async () => {
    class Slow extends BaseCallbackHandler {
      readonly name = "slow";
      override async handleToolStart(): Promise<void> {
        await pause(50);
      }
    }
    class Queued extends SkillLoopCallbackHandler {
      // As LangChain treats handlers that do not ask to be awaited.
      override readonly awaitHandlers = false as true;
    }
    const { loop, traces } = await memory();
    const handler = new Queued({ loop });
    await crane().invoke(
      { id: "c1", name: "crane", args: { weight: 1, unit: "t" }, type: "tool_call" },
      { callbacks: [new Slow(), handler] },
    );
    await handler.flush();
    expect((await traces()).map(stepsOf)).toEqual([["c1 ok: Lifted."]]);
  });

  it("LC8: comes back from a flush in time when another handler hangs", async () => {
    class Hanging extends BaseCallbackHandler {
      readonly name = "hanging";
      override handleToolStart(): Promise<void> {
        return pause(400);
      }
    }
    const { loop } = await memory();
    const handler = new SkillLoopCallbackHandler({ loop });
    await crane().invoke({ weight: 1, unit: "t" }, { callbacks: [new Hanging(), handler] });
    const started = performance.now();
    await handler.flush({ timeoutMs: 30 });
    expect(performance.now() - started).toBeLessThan(300);
    await handler.flush();
  });

  it("LC11: leaves no rejection behind though the tool, the check and who is told of hints reject", async () => {
    const stray: unknown[] = [];
    const note = (reason: unknown) => stray.push(reason);
    process.on("unhandledRejection", note);
    const { loop, traces, reported } = await memory("the crane");
    const handler = new SkillLoopCallbackHandler({
      loop,
      onHint: () => Promise.reject(new Error("the screen is gone")),
      verify: () => Promise.reject(new Error("the camera is gone")),
    });
    const { model } = scriptedModel(lift("c1"), { text: "It refuses." });
    const fails = crane(() => Promise.reject(new Error(wrongUnit)));
    await createAgent({ model, tools: [fails] }).invoke(asked("Sweep the northern warehouse"), {
      callbacks: [handler],
    });
    expect((await traces()).map(stepsOf)).toEqual([[expect.stringContaining("c1 tool-error: ")]]);
    await pause(20);
    process.off("unhandledRejection", note);
    expect(stray).toEqual([]);
    expect(reported.map(({ message }) => message)).toEqual([
      expect.stringContaining("the screen is gone"),
      expect.stringContaining("the camera is gone"),
    ]);
  });

  it("LC11: nor when an event is none, and a hint is shown though the host's own callback for it throws", async () => {
    const stray: unknown[] = [];
    const note = (reason: unknown) => stray.push(reason);
    process.on("unhandledRejection", note);
    const { loop, reported } = await memory("the crane");
    let told = 0;
    const handler = new SkillLoopCallbackHandler({
      loop,
      onHint: () => {
        told += 1;
        throw new Error("host");
      },
    });
    void handler.handleChatModelStart({}, null as never, "odd");
    const { model, requests } = scriptedModel(lift("c1"), { text: "Done." });
    const conversation: BaseMessage[] = [new HumanMessage("Sweep the northern warehouse")];
    const call = await model.invoke(conversation, { callbacks: [handler] });
    const failed = new ToolMessage({ tool_call_id: "c1", status: "error", content: wrongUnit });
    conversation.push(call, failed);
    await model.invoke(conversation, { callbacks: [handler] });
    await handler.flush();
    await pause(20);
    process.off("unhandledRejection", note);
    expect(stray).toEqual([]);
    expect(told).toBe(1);
    expect(requests[1]?.messages.at(-1)?.text).toContain("project_notes");
    expect(reported.map(({ message }) => message)).toEqual([
      expect.stringContaining("TypeError"),
      expect.stringContaining("Error: host"),
    ]);
  });

  it("PR5: a model's server that refused its own call fails the run, and no tool", async () => {
    const { loop, traces } = await memory();
    const handler = new SkillLoopCallbackHandler({ loop });
    const refused = Object.assign(new Error("400 Failed to call a function"), {
      error: { code: "tool_use_failed", failed_generation: "crane{...}</function>" },
    });
    const { model } = scriptedModel({ error: refused });
    await expect(
      createAgent({ model, tools: [crane()] }).invoke(asked(), { callbacks: [handler] }),
    ).rejects.toThrow("400");
    await handler.flush();
    const [trace] = await traces();
    expect(trace?.end).toBe("failed");
    expect(stepsOf(trace)).toEqual([]);
    expect(JSON.stringify(trace?.steps)).toContain("crane{...}</function>");
  });

  it.each(["handler", "middleware"])("PR7: a noted message has the ids that it had (%s)", async (by) => {
    const { loop } = await memory("the crane");
    const seen: unknown[][] = [];
    const { model, requests } = scriptedModel(lift("odd id/1"), { text: "Done." });
    const generate = model._generate.bind(model);
    model._generate = (messages, options) => {
      seen.push(messages.map(idsOf));
      return generate(messages, options);
    };
    const tools = [
      crane(() => {
        throw new Error(wrongUnit);
      }),
    ];
    const agent = createAgent({
      model,
      tools,
      middleware: by === "middleware" ? [skillLoopMiddleware({ loop })] : [],
    });
    const callbacks = by === "handler" ? [new SkillLoopCallbackHandler({ loop })] : [];
    const messages = [new HumanMessage({ id: "task 1", content: "Sweep the northern warehouse" })];
    const result = await agent.invoke({ messages }, { callbacks });
    expect(requests[1]?.messages.at(-1)?.text).toContain("project_notes");
    expect(seen.at(-1)).toEqual([
      ["task 1", undefined, undefined],
      [expect.any(String), ["odd id/1"], undefined],
      [expect.any(String), undefined, "odd id/1"],
    ]);
    expect(result.messages.slice(0, -1).map(idsOf)).toEqual(seen.at(-1));
    expect(result.messages.map(({ text }) => text).join()).not.toContain("project_notes");
  });
});

/** What a server knows a message, its calls and the call it answers by. */
function idsOf(message: BaseMessage): unknown[] {
  const calls = AIMessage.isInstance(message) ? message.tool_calls?.map(({ id }) => id) : undefined;
  return [message.id, calls, ToolMessage.isInstance(message) ? message.tool_call_id : undefined];
}
