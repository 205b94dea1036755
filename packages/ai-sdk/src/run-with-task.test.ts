import type { ScriptedReply } from "@skillloop/core/testing/adapter-contract";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { runWithTask } from "./run-with-task.ts";
import { skillLoopMiddleware } from "./skill-loop-middleware.ts";
import { type AiVersion, aiModule, type HostTool } from "./testing/ai-module.ts";
import { scriptedProvider } from "./testing/scripted-provider.ts";
import { type TestWorld, testWorld } from "./testing/test-world.ts";

const versions: readonly AiVersion[] = [5, 6, 7];

const tools: Readonly<Record<string, HostTool>> = {
  look_up: {
    description: "Looks something up",
    inputSchema: z.object({ topic: z.string() }),
    execute: (input) => `Notes on ${(input as { readonly topic: string }).topic}`,
  },
};
const ask = (topic: string): ScriptedReply => ({
  calls: [{ id: "call_1", tool: "look_up", input: { topic } }],
});

function agent(version: AiVersion, world: TestWorld, replies: readonly ScriptedReply[]) {
  let requests = 0;
  const model = scriptedProvider(version, () => replies[requests++] ?? { text: "done" });
  const ai = aiModule(version);
  const middleware = skillLoopMiddleware({ loop: world.loop });
  const options = { model: ai.wrapLanguageModel({ model, middleware }), tools, stopWhen: ai.stepCountIs(3) };
  return { ai, middleware, options };
}

const toolSteps = async (world: TestWorld) =>
  (await world.traces()).map(({ runId, task, end, steps }) => ({
    runId,
    task,
    end,
    calls: steps.flatMap((step) => (step.kind === "tool" ? [step.output] : [])),
  }));

describe.each(versions)("runWithTask on ai %i", (version) => {
  it("makes all requests in its function one run, which ends with it", async () => {
    const world = await testWorld();
    const replies = [ask("prices"), { text: "a" }, ask("rates"), { text: "b" }];
    const { ai, middleware, options } = agent(version, world, replies);
    const given = await runWithTask({ taskId: "ticket-1", task: "Close ticket 1" }, async () => {
      await ai.generateText({ ...options, prompt: "Look up prices" });
      expect(middleware.openRuns, "goes on behind an answer").toBe(1);
      await ai.generateText({ ...options, prompt: "Look up rates" });
      return 7;
    });
    expect(given).toBe(7);
    expect(middleware.openRuns).toBe(0);
    expect(await toolSteps(world)).toEqual([
      {
        runId: "ticket-1",
        task: "Close ticket 1",
        end: "completed",
        calls: ["Notes on prices", "Notes on rates"],
      },
    ]);
    await world.loop.close();
  });

  it("goes on with a stream that its function has only begun", async () => {
    const world = await testWorld();
    const { ai, middleware, options } = agent(version, world, [ask("prices"), { text: "a" }]);
    const result = runWithTask("ticket-2", () => ai.streamText({ ...options, prompt: "Look up prices" }));
    for await (const _ of result.fullStream);
    expect(middleware.openRuns).toBe(0);
    expect(await toolSteps(world)).toMatchObject([
      { runId: "ticket-2", task: "Look up prices", end: "completed", calls: ["Notes on prices"] },
    ]);
    await world.loop.close();
  });

  it("ends failed when its function throws, and throws the same", async () => {
    const world = await testWorld();
    const { ai, options } = agent(version, world, [ask("prices"), { text: "a" }]);
    const wrong = new Error("The host's own");
    const work = runWithTask("ticket-3", async () => {
      await ai.generateText({ ...options, prompt: "Look up prices" });
      throw wrong;
    });
    await expect(work).rejects.toBe(wrong);
    expect(await toolSteps(world)).toMatchObject([{ runId: "ticket-3", end: "failed" }]);
    await world.loop.close();
  });

  it("ends aborted behind a loop that was cut", async () => {
    const world = await testWorld();
    const { ai, options } = agent(version, world, [ask("prices")]);
    await runWithTask("ticket-4", () =>
      ai.generateText({ ...options, stopWhen: ai.stepCountIs(1), prompt: "Look up prices" }),
    );
    expect(await toolSteps(world)).toMatchObject([{ runId: "ticket-4", end: "aborted" }]);
    await world.loop.close();
  });

  it("keeps two tasks at once apart", async () => {
    const world = await testWorld();
    const { ai, options } = agent(version, world, [ask("prices"), ask("prices")]);
    await Promise.all(
      ["a", "b"].map((id) =>
        runWithTask(id, () => ai.generateText({ ...options, prompt: "Look up prices" })),
      ),
    );
    const runs = await toolSteps(world);
    expect(runs.map(({ runId }) => runId).sort()).toEqual(["a", "b"]);
    expect(runs.map(({ calls }) => calls.length)).toEqual([1, 1]);
    await world.loop.close();
  });

  it("a call's own providerOptions.skillloop.taskId names its run, also inside of another", async () => {
    const world = await testWorld();
    const { ai, options } = agent(version, world, [ask("prices"), { text: "a" }]);
    const providerOptions = { skillloop: { taskId: "inner" } };
    await runWithTask("outer", () =>
      ai.generateText({ ...options, providerOptions, prompt: "Look up prices" }),
    );
    expect(await toolSteps(world)).toMatchObject([{ runId: "inner", end: "completed" }]);
    await world.loop.close();
  });
});

describe("runWithTask", () => {
  it("gives back what the function gives, and throws what it throws at once", () => {
    expect(runWithTask("t", () => 3)).toBe(3);
    const wrong = new Error("no");
    expect(() =>
      runWithTask("t", () => {
        throw wrong;
      }),
    ).toThrow(wrong);
  });

  it("calls no thenable a second time", async () => {
    let started = 0;
    const lazy = {
      // biome-ignore lint/suspicious/noThenProperty: a query builder is one.
      then: (done: (value: number) => void) => {
        started += 1;
        done(1);
      },
    };
    expect(await runWithTask("t", () => lazy)).toBe(1);
    expect(started).toBe(1);
  });
});
