import { expect, it } from "vitest";
import { z } from "zod";
import { skillLoopMiddleware } from "./skill-loop-middleware.ts";
import { aiModule, type HostTool } from "./testing/ai-module.ts";
import { countListeners } from "./testing/count-listeners.ts";
import { scriptedProvider } from "./testing/scripted-provider.ts";
import { testWorld } from "./testing/test-world.ts";

const lookUp: HostTool = {
  description: "Looks something up",
  inputSchema: z.object({ topic: z.string() }),
  execute: (input) => `Notes on ${(input as { readonly topic: string }).topic}`,
};

it("hundreds of runs at once leave no run and no listener behind, and one trace each", async () => {
  const world = await testWorld();
  const ai = aiModule(6);
  const bare = scriptedProvider(6, ({ prompt }) =>
    prompt.some(({ role }) => role === "tool")
      ? { text: "done" }
      : { calls: [{ id: "call_1", tool: "look_up", input: { topic: "prices" } }] },
  );
  const middleware = skillLoopMiddleware({ loop: world.loop });
  const model = ai.wrapLanguageModel({ model: bare, middleware });
  const stop = new AbortController();
  const listeners = countListeners(stop.signal);
  const run = async (at: number): Promise<void> => {
    const options = {
      model,
      prompt: `Look up the prices of shop ${at % 50}`,
      tools: { look_up: lookUp },
      stopWhen: ai.stepCountIs(3),
      abortSignal: stop.signal,
    };
    if (at % 2 === 0) await ai.generateText(options);
    else for await (const _ of ai.streamText(options).fullStream);
  };
  await Promise.all(Array.from({ length: 100 }, (_, at) => run(at)));
  expect(middleware.openRuns).toBe(0);
  expect(listeners()).toBe(0);
  const traces = await world.traces();
  expect(traces.length).toBe(100);
  expect(new Set(traces.map(({ end, steps }) => `${end} ${steps.length}`))).toEqual(new Set(["completed 2"]));
  await world.loop.close();
});
