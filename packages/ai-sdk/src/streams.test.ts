import type { ScriptedReply } from "@skillloop/core/testing/adapter-contract";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { skillLoopMiddleware } from "./skill-loop-middleware.ts";
import { type AiVersion, aiModule, type HostTool } from "./testing/ai-module.ts";
import { countListeners } from "./testing/count-listeners.ts";
import { finishOf, scriptedProvider, streamOf, usageOf } from "./testing/scripted-provider.ts";
import { testWorld } from "./testing/test-world.ts";

const versions: readonly AiVersion[] = [5, 6, 7];
const task = "Count the lines of the report";
const prompt = [{ role: "user", content: [{ type: "text", text: task }] }];

const lookUp: HostTool = {
  description: "Looks something up",
  inputSchema: z.object({ topic: z.string() }),
  execute: (input) => `Notes on ${(input as { readonly topic: string }).topic}`,
};
const call = (id: string, topic: string) => ({ id, tool: "look_up", input: { topic } });
const callPart = (id: string) => ({
  type: "tool-call",
  toolCallId: id,
  toolName: "look_up",
  input: '{"topic":"a"}',
});

/** The middleware as the SDK calls it, around a source of the test's own. */
async function through(
  options: Parameters<typeof skillLoopMiddleware>[0],
  source: ReadableStream<unknown>,
  abortSignal?: AbortSignal,
) {
  const middleware = skillLoopMiddleware(options);
  const params = await middleware.transformParams({
    params: { prompt, ...(abortSignal && { abortSignal }) },
  });
  const { stream } = await middleware.wrapStream({ doStream: async () => ({ stream: source }), params });
  return { middleware, stream };
}

const soon = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));

describe("a stream through the middleware", () => {
  it("AI3: a reader that cancels leaves a run that is aborted, with its call missing and no lesson", async () => {
    const world = await testWorld();
    const { middleware, stream } = await through({ loop: world.loop }, streamOf([callPart("c1")], true));
    const reader = stream.getReader();
    await reader.read();
    await reader.cancel();
    expect(middleware.openRuns).toBe(0);
    const [trace] = await world.traces();
    expect(trace).toMatchObject({ end: "aborted", steps: [{ callId: "c1", outcome: "missing" }] });
    await world.loop.process();
    expect(await world.loop.skills.list({ reach: "within" })).toEqual([]);
    await world.loop.close();
  });

  it("AI4: an abort ends the run at once, though the source never closes, and leaves no listener", async () => {
    const world = await testWorld();
    const stop = new AbortController();
    const listeners = countListeners(stop.signal);
    const source = streamOf([callPart("c1")], true);
    const { middleware, stream } = await through({ loop: world.loop }, source, stop.signal);
    expect(listeners()).toBe(1);
    const reader = stream.getReader();
    await reader.read();
    const pending = reader.read();
    expect(middleware.openRuns).toBe(1);
    stop.abort();
    expect(middleware.openRuns, "without waiting for anything").toBe(0);
    expect(listeners()).toBe(0);
    expect((await world.traces()).map(({ end }) => end)).toEqual(["aborted"]);
    // The host's own stream is left as the source has it.
    expect(await Promise.race([pending, soon().then(() => "open")])).toBe("open");
    await reader.cancel();
    expect(
      (await world.traces()).map(({ end }) => end),
      "once",
    ).toEqual(["aborted"]);
    expect(middleware.openRuns).toBe(0);
    await world.loop.close();
  });

  it("leaves no listener behind a stream that ends, fails or is cancelled", async () => {
    const { loop } = await testWorld();
    const ends: readonly (readonly [ReadableStream<unknown>, boolean])[] = [
      [streamOf([{ type: "finish", finishReason: "stop" }]), false],
      [streamOf([{ type: "error", error: new Error("no") }]), false],
      [new ReadableStream({ start: (controller) => controller.error(new Error("no")) }), false],
      [streamOf([], true), true],
      [streamOf([]), false],
    ];
    for (const [source, isCancelled] of ends) {
      const stop = new AbortController();
      const listeners = countListeners(stop.signal);
      const { middleware, stream } = await through({ loop }, source, stop.signal);
      const reader = stream.getReader();
      if (isCancelled) await reader.cancel();
      else
        await reader.read().then(
          () => reader.read(),
          () => undefined,
        );
      expect(listeners()).toBe(0);
      expect(middleware.openRuns).toBe(0);
    }
    await loop.close();
  });

  it("AI6: every part goes on by reference and in order, unknown ones too", async () => {
    const { loop } = await testWorld();
    const parts = [
      { type: "stream-start", warnings: [] },
      { type: "raw", rawValue: { x: 1 } },
      { type: "custom", kind: "a.b" },
      { type: "file", mediaType: "image/png", data: "" },
      { type: "source", id: "s" },
      { type: "tool-approval-request", approvalId: "a", toolCallId: "c1" },
      { type: "reasoning-file" },
      { type: "text-delta", id: "1", delta: "Hello" },
      { type: "text-delta", id: Symbol("odd"), delta: 7 },
      { type: "error", error: new Error("e") },
      "no object",
      null,
      { type: "finish", finishReason: "stop", usage: {} },
    ];
    const { stream } = await through({ loop }, streamOf(parts));
    const out: unknown[] = [];
    for await (const part of stream) out.push(part);
    expect(out.length).toBe(parts.length);
    for (const [at, part] of out.entries()) expect(part).toBe(parts[at]);
    await loop.close();
  });

  it("hands on each part when it comes, before the next is there", async () => {
    const { loop } = await testWorld();
    const { stream } = await through({ loop }, streamOf([{ type: "text-delta", id: "1", delta: "a" }], true));
    const first = await stream.getReader().read();
    expect(first.value).toEqual({ type: "text-delta", id: "1", delta: "a" });
    await loop.close();
  });

  it("ends a stream that nobody reads when it has been idle, and by flush", async () => {
    const world = await testWorld();
    const idle = await through({ loop: world.loop, idleTimeoutMs: 20 }, streamOf([callPart("c1")], true));
    expect(idle.middleware.openRuns).toBe(1);
    for (let waited = 0; idle.middleware.openRuns > 0 && waited < 100; waited += 1) await soon();
    expect(idle.middleware.openRuns).toBe(0);
    const flushed = await through({ loop: world.loop }, streamOf([callPart("c1")], true));
    await flushed.middleware.flush();
    expect(flushed.middleware.openRuns, "somebody may read on").toBe(1);
    await flushed.middleware.flush({ endOpen: true });
    expect(flushed.middleware.openRuns).toBe(0);
    expect(await world.traces(), "nothing was seen of either").toEqual([]);
    await world.loop.close();
  });

  it("records what was read of a stream that is then left", async () => {
    const world = await testWorld();
    const { middleware, stream } = await through({ loop: world.loop }, streamOf([callPart("c1")], true));
    await stream.getReader().read();
    await middleware.flush({ endOpen: true });
    expect(await world.traces()).toMatchObject([{ end: "aborted", steps: [{ callId: "c1" }] }]);
    await world.loop.close();
  });

  it("a stream that breaks off without its last part leaves an aborted run", async () => {
    const world = await testWorld();
    const answered = { type: "tool-result", toolCallId: "c1", toolName: "look_up", result: "a" };
    const search = { ...callPart("c1"), providerExecuted: true };
    const { stream } = await through({ loop: world.loop }, streamOf([search, answered]));
    for await (const _ of stream);
    expect(await world.traces()).toMatchObject([{ end: "aborted", steps: [{ outcome: "ok" }] }]);
    await world.loop.close();
  });
});

describe.each(versions)("streams on ai %i", (version) => {
  it("AI5: generateText and streamText leave the same trace", async () => {
    const world = await testWorld();
    const replies: readonly ScriptedReply[] = [
      { calls: [call("call_1", "prices"), call("call_2", "rates")], text: "I look it up." },
      { text: "Here." },
    ];
    let requests = 0;
    const model = scriptedProvider(version, () => replies[requests++ % replies.length] ?? { text: "" });
    const ai = aiModule(version);
    const middleware = skillLoopMiddleware({ loop: world.loop });
    const options = {
      model: ai.wrapLanguageModel({ model, middleware }),
      prompt: task,
      tools: { look_up: lookUp },
      stopWhen: ai.stepCountIs(3),
    };
    await ai.generateText(options);
    for await (const _ of ai.streamText(options).fullStream);
    const traces = await world.traces();
    expect(traces.length).toBe(2);
    expect(traces[0]?.steps.length).toBe(4);
    expect(traces[1]?.steps).toEqual(traces[0]?.steps);
    expect(traces.map(({ end }) => end)).toEqual(["completed", "completed"]);
    await world.loop.close();
  });

  it("records the calls that a provider carries out itself, and ends behind them", async () => {
    const world = await testWorld();
    const search = { ...callPart("srv_1"), providerExecuted: true };
    const found = {
      type: "tool-result",
      toolCallId: "srv_1",
      toolName: "look_up",
      result: { hits: 2 },
      providerExecuted: true,
    };
    const finish = { finishReason: finishOf(version, "stop"), usage: usageOf(version) };
    const content = [search, found, { type: "text", text: "Two." }];
    const parts = [
      { type: "stream-start", warnings: [] },
      search,
      found,
      { type: "text-start", id: "1" },
      { type: "text-delta", id: "1", delta: "Two." },
      { type: "text-end", id: "1" },
      { type: "finish", ...finish },
    ];
    const model = {
      ...scriptedProvider(version, () => ({ text: "" })),
      doGenerate: async () => ({ content, ...finish, warnings: [] }),
      doStream: async () => ({ stream: streamOf(parts) }),
    };
    const ai = aiModule(version);
    const middleware = skillLoopMiddleware({ loop: world.loop });
    const tools = { look_up: lookUp };
    const options = { model: ai.wrapLanguageModel({ model, middleware }), prompt: task, tools };
    await ai.generateText(options);
    expect(middleware.openRuns).toBe(0);
    for await (const _ of ai.streamText(options).fullStream);
    expect(middleware.openRuns).toBe(0);
    const steps = (await world.traces()).flatMap((trace) =>
      trace.steps.filter(({ kind }) => kind === "tool"),
    );
    expect(steps).toMatchObject([
      { callId: "srv_1", outcome: "ok" },
      { callId: "srv_1", outcome: "ok" },
    ]);
    await world.loop.close();
  });
});
