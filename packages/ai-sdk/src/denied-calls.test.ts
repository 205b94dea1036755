import { describe, expect, it } from "vitest";
import { z } from "zod";
import { skillLoopMiddleware } from "./skill-loop-middleware.ts";
import { type AiVersion, aiModule, type HostMessage } from "./testing/ai-module.ts";
import { scriptedProvider } from "./testing/scripted-provider.ts";
import { testWorld } from "./testing/test-world.ts";
import { approvalIn } from "./testing/waiting-calls.ts";

// Version 5 has no approvals.
const versions: readonly AiVersion[] = [6, 7];

describe.each(versions)("a call that a person denies, on ai %i", (version) => {
  it("is neither a failure nor a lesson, and ends with its run", async () => {
    const world = await testWorld();
    const middleware = skillLoopMiddleware({ loop: world.loop });
    const ai = aiModule(version);
    const sent: string[] = [];
    const bare = scriptedProvider(version, ({ prompt }) => {
      sent.push(JSON.stringify(prompt));
      return sent.length === 1
        ? { calls: [{ id: "call_1", tool: "release", input: { version: "1" } }] }
        : { text: "Then not." };
    });
    const release = {
      description: "Releases",
      inputSchema: z.object({ version: z.string() }),
      needsApproval: true,
      execute: () => "released",
    };
    const options = { model: ai.wrapLanguageModel({ model: bare, middleware }), tools: { release } };
    const messages: HostMessage[] = [{ role: "user", content: "Release version 1" }];
    const first = await ai.generateText({ ...options, messages });
    messages.push(...first.response.messages);
    const approvalId = approvalIn(messages)?.approvalId;
    const denial = { type: "tool-approval-response", approvalId, approved: false, reason: "Not on a Friday" };
    messages.push({ role: "tool", content: [denial] });
    expect(middleware.openRuns).toBe(1);
    await ai.generateText({ ...options, messages });
    expect(sent[1]).toContain("execution-denied");
    expect(middleware.openRuns).toBe(0);
    const traces = await world.traces();
    expect(traces.map(({ end }) => end)).toEqual(["completed"]);
    const steps = traces[0]?.steps.filter(({ kind }) => kind === "tool");
    expect(steps).toMatchObject([{ callId: "call_1", outcome: "interrupted" }]);
    expect(await world.loop.process()).toMatchObject({ learned: 0, errored: 0 });
    await world.loop.close();
  });
});

it("an abort while a tool runs ends the run when it has been idle, with the call missing", async () => {
  const world = await testWorld();
  const middleware = skillLoopMiddleware({ loop: world.loop, idleTimeoutMs: 40 });
  const ai = aiModule(6);
  const stop = new AbortController();
  const bare = scriptedProvider(6, () => ({ calls: [{ id: "call_1", tool: "wait", input: {} }] }));
  const wait = {
    description: "Waits for ever",
    inputSchema: z.object({}),
    execute: () =>
      new Promise((_resolve, reject) => {
        stop.signal.addEventListener("abort", () => reject(stop.signal.reason));
        setTimeout(() => stop.abort(), 5);
      }),
  };
  const work = ai.generateText({
    model: ai.wrapLanguageModel({ model: bare, middleware }),
    prompt: "Wait for the train",
    tools: { wait },
    abortSignal: stop.signal,
  });
  await work.catch(() => {});
  expect(middleware.openRuns, "no signal of the SDK tells the model's middleware").toBe(1);
  await middleware.flush();
  expect(middleware.openRuns).toBe(1);
  for (let waited = 0; middleware.openRuns > 0 && waited < 100; waited += 1) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  expect(await world.traces()).toMatchObject([
    { end: "aborted", steps: [{ callId: "call_1", outcome: "missing" }] },
  ]);
  await world.loop.close();
});
