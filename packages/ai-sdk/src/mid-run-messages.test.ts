import type { ScriptedReply } from "@skillloop/core/testing/adapter-contract";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { skillLoopMiddleware } from "./skill-loop-middleware.ts";
import { type AiVersion, aiModule, type HostMessage, type HostTool } from "./testing/ai-module.ts";
import { type ProviderRequest, scriptedProvider } from "./testing/scripted-provider.ts";
import { pushTask, testWorld } from "./testing/test-world.ts";

const versions: readonly AiVersion[] = [5, 6, 7];
const bash: HostTool = {
  description: "Runs a shell command",
  inputSchema: z.object({ command: z.string() }),
  execute: () => "done",
};
const call = (id: string, command: string): ScriptedReply => ({
  calls: [{ id, tool: "bash", input: { command } }],
});
const replies = [call("call_1", "ls"), call("call_2", "pwd"), { text: "Done." }];

/** A host that tells its model how far it is, behind whatever has been said. */
const prepareStep = ({ messages, stepNumber }: { messages: readonly HostMessage[]; stepNumber: number }) => ({
  messages: [
    ...messages,
    ...(stepNumber === 0 ? [] : [{ role: "user", content: `Step ${stepNumber} of 5` }]),
  ],
});

const noted = ({ prompt }: ProviderRequest): readonly number[] =>
  prompt.flatMap((message, at) => (JSON.stringify(message).includes("<project_notes") ? [at] : []));

function wrapped(version: AiVersion, middleware: unknown) {
  const requests: ProviderRequest[] = [];
  const bare = scriptedProvider(version, (request) => {
    requests.push(request);
    return replies[(requests.length - 1) % replies.length] ?? { text: "" };
  });
  const ai = aiModule(version);
  return { ai, requests, model: ai.wrapLanguageModel({ model: bare, middleware }) };
}

describe.each(versions)("user messages in the middle of a run on ai %i", (version) => {
  it.each([
    { mode: "generate" },
    { mode: "generate", taskId: "ticket-7" },
    // A stream shows no sign of its call, so it takes an id.
    { mode: "stream", taskId: "ticket-7" },
  ])("are no new task, and move nothing: %j", async ({ mode, taskId }) => {
    const world = await testWorld({ taught: true });
    const middleware = skillLoopMiddleware({ loop: world.loop });
    const { ai, requests, model } = wrapped(version, middleware);
    const options = { model, prompt: pushTask, tools: { bash }, stopWhen: ai.stepCountIs(5), prepareStep };
    const named = taskId === undefined ? {} : { providerOptions: { skillloop: { taskId } } };
    if (mode === "generate") await ai.generateText({ ...options, ...named });
    else for await (const _ of ai.streamText({ ...options, ...named }).fullStream);
    expect(requests.map(noted)).toEqual([[0], [0], [0]]);
    expect(JSON.stringify(requests[2]?.prompt.at(-1))).toContain("Step 2 of 5");
    expect(middleware.openRuns).toBe(0);
    const traces = await world.traces();
    expect(traces.map(({ task, end }) => [task, end])).toEqual([[pushTask, "completed"]]);
    const ids = traces[0]?.steps.flatMap((step) => (step.kind === "tool" ? [step.callId] : []));
    expect(ids).toEqual(["call_1", "call_2"]);
    await world.loop.close();
  });

  it("are a new task where the host's next call brings them, behind a loop that was cut", async () => {
    const world = await testWorld({ taught: true });
    const middleware = skillLoopMiddleware({ loop: world.loop });
    const { ai, requests, model } = wrapped(version, middleware);
    const first: readonly HostMessage[] = [{ role: "user", content: "Count the lines of the report" }];
    const options = { model, tools: { bash }, stopWhen: ai.stepCountIs(1) };
    const { response } = await ai.generateText({ ...options, messages: first });
    const second = [...first, ...response.messages, { role: "user", content: pushTask }];
    await ai.generateText({ ...options, messages: second, stopWhen: ai.stepCountIs(5) });
    expect(requests.slice(1).map(noted)).toEqual([[3], [3]]);
    await middleware.flush({ endOpen: true });
    const traces = await world.traces();
    expect(traces.map(({ task }) => task).sort()).toEqual(["Count the lines of the report", pushTask]);
    await world.loop.close();
  });
});
