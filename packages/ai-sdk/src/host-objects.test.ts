import { describe, expect, it } from "vitest";
import { z } from "zod";
import { skillLoopMiddleware } from "./skill-loop-middleware.ts";
import { skillLoopTelemetry } from "./skill-loop-telemetry.ts";
import { aiModule } from "./testing/ai-module.ts";
import { scriptedProvider, streamOf } from "./testing/scripted-provider.ts";
import { pushTask, testWorld } from "./testing/test-world.ts";

const bash = { description: "Runs", inputSchema: z.object({ command: z.string() }), execute: () => "done" };
const prompt = [{ role: "user", content: [{ type: "text", text: pushTask }] }];
const finish = { type: "finish", finishReason: "stop", usage: {} };

/** An answer as a provider with classes of its own gives it. */
class Answer {
  readonly content = [{ type: "text", text: "ok" }];
  readonly finishReason = "stop";
  readonly #stream: ReadableStream<unknown>;
  constructor(parts: ReadableStream<unknown>) {
    this.#stream = parts;
  }
  get stream(): ReadableStream<unknown> {
    return this.#stream;
  }
  get response(): object {
    return { locked: this.#stream.locked };
  }
  close(): string {
    return typeof this.#stream;
  }
}

describe("the host's own objects", () => {
  it.each([false, true])(
    "an answer of a class keeps its getters and methods (telemetry: %s)",
    async (told) => {
      const { loop } = await testWorld();
      const middleware = skillLoopMiddleware({ loop });
      if (told) skillLoopTelemetry({ loop });
      const answer = () => new Answer(streamOf([finish]));
      const params = await middleware.transformParams({ params: { prompt } });
      const whole = await middleware.wrapGenerate({ doGenerate: async () => answer(), params });
      expect([whole.response, whole.close(), whole.content]).toEqual([
        { locked: false },
        "object",
        [{ type: "text", text: "ok" }],
      ]);
      const streaming = await middleware.transformParams({ params: { prompt } });
      const result = await middleware.wrapStream({ doStream: async () => answer(), params: streaming });
      expect([result.response, result.close(), result instanceof Answer]).toEqual([
        { locked: true },
        "object",
        true,
      ]);
      const parts: unknown[] = [];
      for await (const part of result.stream) parts.push(part);
      expect(parts).toEqual([finish]);
      expect(middleware.openRuns).toBe(0);
      await loop.close();
    },
  );

  it("a stream that somebody reads already is handed on as it is, and leaves no run open", async () => {
    const { loop, errors } = await testWorld();
    const middleware = skillLoopMiddleware({ loop });
    const params = await middleware.transformParams({ params: { prompt } });
    const result = { stream: streamOf([finish]) };
    result.stream.getReader();
    const handed = await middleware.wrapStream({ doStream: async () => result, params });
    expect(handed).toBe(result);
    expect(middleware.openRuns).toBe(0);
    expect(errors.map(({ code }) => code)).toHaveLength(1);
    await loop.close();
  });

  it("parameters that cannot be read go on as they are", async () => {
    const { loop, errors } = await testWorld();
    const middleware = skillLoopMiddleware({ loop });
    const fails = (): never => {
      throw new Error("Not for you");
    };
    const hidden = Object.defineProperty({}, "prompt", { get: fails, enumerable: true }) as never;
    expect(await middleware.transformParams({ params: hidden })).toBe(hidden);
    const sealed = Object.defineProperty(
      { prompt, providerOptions: { skillloop: { taskId: "t" } } },
      "headers",
      { get: fails, enumerable: true },
    );
    expect(await middleware.transformParams({ params: sealed })).toBe(sealed);
    expect(errors.length).toBeGreaterThan(0);
    expect(middleware.openRuns).toBe(0);
    await loop.close();
  });

  it("a middleware that a host puts together by hand is recorded, and leaves nothing open", async () => {
    const world = await testWorld();
    const own = skillLoopMiddleware({ loop: world.loop });
    const ai = aiModule(6);
    const replies = [{ calls: [{ id: "c1", tool: "bash", input: { command: "ls" } }] }, { text: "ok" }];
    let sent = 0;
    const middleware = {
      specificationVersion: "v3",
      transformParams: async (given: { readonly params: { readonly prompt: readonly unknown[] } }) => ({
        ...(await own.transformParams(given)),
        temperature: 0,
      }),
      wrapGenerate: own.wrapGenerate,
    };
    const model = scriptedProvider(6, () => replies[sent++] ?? { text: "" });
    await ai.generateText({
      model: ai.wrapLanguageModel({ model, middleware }),
      prompt: pushTask,
      tools: { bash },
      stopWhen: ai.stepCountIs(3),
    });
    expect(own.openRuns).toBe(0);
    expect(await world.traces()).toMatchObject([
      { end: "completed", steps: [{ callId: "c1", outcome: "ok" }, {}] },
    ]);
    await world.loop.close();
  });

  it("a request that is prepared and never sent is forgotten when it has been idle", async () => {
    const { loop } = await testWorld();
    const middleware = skillLoopMiddleware({ loop, idleTimeoutMs: 20 });
    await middleware.transformParams({ params: { prompt } });
    expect(middleware.openRuns).toBe(1);
    for (let waited = 0; middleware.openRuns > 0 && waited < 100; waited += 1) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect(middleware.openRuns).toBe(0);
    await loop.close();
  });
});
