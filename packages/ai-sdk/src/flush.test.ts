import type { ScriptedReply } from "@skillloop/core/testing/adapter-contract";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { skillLoopMiddleware } from "./skill-loop-middleware.ts";
import { type AiVersion, aiModule } from "./testing/ai-module.ts";
import { scriptedProvider } from "./testing/scripted-provider.ts";
import { testWorld } from "./testing/test-world.ts";

const versions: readonly AiVersion[] = [5, 6, 7];
const replies: readonly ScriptedReply[] = [
  { calls: [{ id: "call_1", tool: "slow", input: {} }] },
  { text: "Done." },
];

describe.each(versions)("flush on ai %i", (version) => {
  it("of one user's request leaves another's alone while its tool works: each call is learned once", async () => {
    const world = await testWorld();
    const middleware = skillLoopMiddleware({ loop: world.loop });
    const ai = aiModule(version);
    const ask = (prompt: string, execute: () => unknown) => {
      let sent = 0;
      const bare = scriptedProvider(version, () => replies[sent++] ?? { text: "" });
      const model = ai.wrapLanguageModel({ model: bare, middleware });
      const tools = { slow: { description: "Waits", inputSchema: z.object({}), execute } };
      return ai.generateText({ model, prompt, tools, stopWhen: ai.stepCountIs(3) });
    };
    let begun = (): void => {};
    let release = (): void => {};
    const isAtWork = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const first = ask("Count the lines", async () => {
      begun();
      await held;
      return "7";
    });
    await isAtWork;
    await ask("Count the words", () => "9");
    await middleware.flush();
    expect((await world.stored()).map(({ task }) => task)).toEqual(["Count the words"]);
    expect(middleware.openRuns).toBe(1);
    release();
    await first;
    await middleware.flush();
    const traces = await world.traces();
    expect(traces.map(({ task, end }) => `${task}: ${end}`).sort()).toEqual([
      "Count the lines: completed",
      "Count the words: completed",
    ]);
    await world.loop.close();
  });

  it("with endOpen ends what a client still owes a result to, as aborted", async () => {
    const world = await testWorld();
    const middleware = skillLoopMiddleware({ loop: world.loop });
    const ai = aiModule(version);
    const bare = scriptedProvider(version, () => replies[0] ?? { text: "" });
    const model = ai.wrapLanguageModel({ model: bare, middleware });
    const tools = { slow: { description: "The client's", inputSchema: z.object({}) } };
    await ai.generateText({ model, prompt: "Count the lines", tools });
    await middleware.flush();
    expect(middleware.openRuns).toBe(1);
    await middleware.flush({ endOpen: true });
    expect(middleware.openRuns).toBe(0);
    expect(await world.stored()).toMatchObject([{ end: "aborted", steps: [{ outcome: "missing" }] }]);
    await world.loop.close();
  });
});
