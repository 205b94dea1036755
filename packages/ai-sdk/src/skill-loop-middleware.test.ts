import { SkillLoop, type Store } from "@skillloop/core";
import { memoryStore } from "@skillloop/core/testing";
import type { ScriptedReply } from "@skillloop/core/testing/adapter-contract";
import { afterEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { type SkillLoopMiddleware, skillLoopMiddleware } from "./skill-loop-middleware.ts";
import { type AiVersion, aiModule, type HostTool } from "./testing/ai-module.ts";
import { type ProviderRequest, scriptedProvider } from "./testing/scripted-provider.ts";
import { noUpstream, pushTask, testWorld } from "./testing/test-world.ts";

const versions: readonly AiVersion[] = [5, 6, 7];
const plainTask = "Count the lines of the report";

const bash: HostTool = {
  description: "Runs a shell command",
  inputSchema: z.object({ command: z.string() }),
  execute: (input) => {
    if ((input as { readonly command: string }).command === "git push")
      throw new Error(noUpstream("hotfix-9"));
    return "done";
  },
};

const call = (id: string, command: string): ScriptedReply => ({
  calls: [{ id, tool: "bash", input: { command } }],
});

/** A model that gives these replies one after the other, wrapped, with what it was sent. */
function wrapped(version: AiVersion, middleware: unknown, replies: readonly ScriptedReply[]) {
  const requests: ProviderRequest[] = [];
  const model = scriptedProvider(version, (request) => {
    requests.push(request);
    return replies[requests.length - 1] ?? { text: "done" };
  });
  const ai = aiModule(version);
  return {
    ai,
    requests,
    model: middleware === undefined ? model : ai.wrapLanguageModel({ model, middleware }),
  };
}

const rolesOf = ({ prompt }: ProviderRequest): readonly string[] => prompt.map(({ role }) => role);
const notesIn = (value: unknown): number => JSON.stringify(value).split("<project_notes").length - 1;

/** An object with some of its methods replaced. */
function boundTo<Target extends object>(target: Target, replaced: Readonly<Record<string, unknown>>): Target {
  return new Proxy(target, {
    get(_, name) {
      if (typeof name === "string" && name in replaced) return replaced[name];
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

async function thrownBy(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe.each(versions)("skillLoopMiddleware on ai %i", (version) => {
  it("ME4: gives back the very parameters it was given when nothing is recalled", async () => {
    const { loop } = await testWorld();
    const middleware = skillLoopMiddleware({ loop });
    const params = { prompt: [{ role: "user", content: [{ type: "text", text: pushTask }] }] };
    expect(await middleware.transformParams({ params })).toBe(params);
    await loop.close();
  });

  it("takes its own options out, and leaves those of others", async () => {
    const { loop } = await testWorld();
    const middleware = skillLoopMiddleware({ loop });
    const bare = wrapped(version, undefined, []);
    await bare.ai.generateText({ model: bare.model, prompt: plainTask });
    const own = wrapped(version, middleware, []);
    const skillloop = { taskId: "t-1" };
    await own.ai.generateText({ model: own.model, prompt: plainTask, providerOptions: { skillloop } });
    expect(JSON.stringify(own.requests)).toBe(JSON.stringify(bare.requests));
    const openai = { user: "u" };
    const both = wrapped(version, middleware, []);
    const providerOptions = { openai, skillloop };
    await both.ai.generateText({ model: both.model, prompt: plainTask, providerOptions });
    expect(both.requests[0]?.providerOptions).toEqual({ openai });
    expect(providerOptions).toEqual({ openai, skillloop });
    await loop.close();
  });

  it("AI10: adds no system message, and leaves the host's where they are", async () => {
    const { loop } = await testWorld({ taught: true });
    const { ai, model, requests } = wrapped(version, skillLoopMiddleware({ loop }), []);
    const messages = [
      { role: "user", content: "Hello" },
      { role: "assistant", content: "Hello." },
      { role: "user", content: pushTask },
    ];
    await ai.generateText({ model, messages });
    expect(rolesOf(requests[0]!)).toEqual(["user", "assistant", "user"]);
    expect(notesIn(requests[0]?.prompt.at(-1))).toBe(1);
    await loop.close();
  });

  it("AI11: the SDK's check of system messages finds nothing of ours", async () => {
    const { loop } = await testWorld({ taught: true });
    const { ai, model, requests } = wrapped(version, skillLoopMiddleware({ loop }), []);
    const instructions = version === 7 ? { instructions: "Be brief." } : { system: "Be brief." };
    await ai.generateText({ model, ...instructions, messages: [{ role: "user", content: pushTask }] });
    expect(rolesOf(requests[0]!)).toEqual(["system", "user"]);
    expect(requests[0]?.prompt[0]?.content).toBe("Be brief.");
    expect(notesIn(requests[0])).toBe(1);
    await loop.close();
  });

  it("AI12: recalls once a run, though the library changes, and keeps the request's prefix and cache marks", async () => {
    const { loop } = await testWorld({ taught: true });
    const changing: HostTool = {
      ...bash,
      execute: async () => {
        for (const { name } of await loop.skills.list()) await loop.skills.retire(name, { by: "mara" });
        return "done";
      },
    };
    const replies = [call("call_1", "ls"), call("call_2", "pwd"), { text: "done" }];
    const { ai, model, requests } = wrapped(version, skillLoopMiddleware({ loop }), replies);
    const cached = { anthropic: { cacheControl: { type: "ephemeral" } } };
    const content = [{ type: "text", text: pushTask, providerOptions: cached }];
    const options = { model, messages: [{ role: "user", content }], tools: { bash: changing } };
    await ai.generateText({ ...options, stopWhen: ai.stepCountIs(5) });
    expect((await loop.recall(pushTask)).hits).toEqual([]);
    expect(requests.length).toBe(3);
    for (const [at, { prompt }] of requests.entries()) {
      const earlier = requests[at - 1]?.prompt ?? [];
      expect(JSON.stringify(prompt.slice(0, earlier.length))).toBe(JSON.stringify(earlier));
      expect(JSON.stringify(prompt)).toMatch(/cacheControl.*<project_notes/);
      expect(JSON.stringify(prompt).split("cacheControl").length - 1, "cache marks").toBe(1);
      expect(notesIn(prompt)).toBe(1);
    }
    await loop.close();
  });

  it("AI13: over the turns of a talk the shared history stays as the host has it", async () => {
    const { loop } = await testWorld({ taught: true });
    const { ai, model, requests } = wrapped(version, skillLoopMiddleware({ loop }), []);
    const first = [{ role: "user", content: pushTask }];
    await ai.generateText({ model, messages: first });
    await ai.generateText({ model, messages: first });
    expect(JSON.stringify(requests[1]?.prompt)).toBe(JSON.stringify(requests[0]?.prompt));
    const second = [
      ...first,
      { role: "assistant", content: "Pushed." },
      { role: "user", content: plainTask },
    ];
    await ai.generateText({ model, messages: second });
    // What is recalled for a turn stands in that turn's own requests only.
    expect(notesIn(requests[2]?.prompt)).toBe(0);
    await loop.close();
  });

  it("AI14: asks for what the user wanted, not for the last message", async () => {
    const { loop } = await testWorld({ taught: true });
    const sessions = vi.spyOn(loop, "session");
    const { ai, model, requests } = wrapped(version, skillLoopMiddleware({ loop }), []);
    const messages = [
      { role: "user", content: pushTask },
      {
        role: "assistant",
        content: [{ type: "tool-call", toolCallId: "c1", toolName: "bash", input: { command: "ls" } }],
      },
      {
        role: "tool",
        content: [
          { type: "tool-result", toolCallId: "c1", toolName: "bash", output: { type: "text", value: "a" } },
        ],
      },
    ];
    await ai.generateText({ model, messages, tools: { bash } });
    expect(sessions.mock.calls.map(([task]) => task)).toEqual([pushTask]);
    expect(notesIn(requests[0]?.prompt[0])).toBe(1);
    expect(notesIn(requests[0]?.prompt)).toBe(1);
    await loop.close();
  });

  it("AI17: a recall that fails reaches onError, and the request goes as it was", async () => {
    const store: Store = new Proxy(memoryStore(), {
      get: (target, name) =>
        /^(list|get|read|scan|load|token|library|search)/i.test(String(name))
          ? () => Promise.reject(new Error("The disk is gone"))
          : (Reflect.get(target, name) as unknown),
    });
    const errors: unknown[] = [];
    const loop = await SkillLoop.open({
      store,
      scope: { project: "tests" },
      worker: "manual",
      onError: (error) => errors.push(error),
    });
    const bare = wrapped(version, undefined, []);
    await bare.ai.generateText({ model: bare.model, prompt: pushTask });
    const own = wrapped(version, skillLoopMiddleware({ loop }), []);
    // What opening the loop met is told already.
    errors.length = 0;
    await own.ai.generateText({ model: own.model, prompt: pushTask });
    expect(JSON.stringify(own.requests)).toBe(JSON.stringify(bare.requests));
    expect(errors.length).toBeGreaterThan(0);
    await loop.close();
  });

  it("AI17: notes that fail on their way reach onError, and the request goes as it was", async () => {
    const world = await testWorld({ taught: true });
    const sessions = boundTo(world.loop, {
      session: (...asked: Parameters<typeof world.loop.session>) =>
        boundTo(world.loop.session(...asked), {
          skills: () => Promise.reject(new Error("The notes are gone")),
        }),
    });
    const bare = wrapped(version, undefined, []);
    await bare.ai.generateText({ model: bare.model, prompt: pushTask });
    const own = wrapped(version, skillLoopMiddleware({ loop: sessions }), []);
    await own.ai.generateText({ model: own.model, prompt: pushTask });
    expect(JSON.stringify(own.requests)).toBe(JSON.stringify(bare.requests));
    expect(world.errors.length).toBe(1);
    await world.loop.close();
  });

  it("MC3: takes an MCP tool's isError for a failure, and hints at it", async () => {
    const world = await testWorld({ taught: true });
    const mcp: HostTool = {
      ...bash,
      execute: () => ({ isError: true, content: [{ type: "text", text: noUpstream("hotfix-9") }] }),
    };
    const middleware = skillLoopMiddleware({ loop: world.loop });
    const { ai, model, requests } = wrapped(version, middleware, [
      call("call_1", "git push"),
      { text: "no" },
    ]);
    await ai.generateText({
      model,
      prompt: "Hand the work in",
      tools: { bash: mcp },
      stopWhen: ai.stepCountIs(3),
    });
    const [trace] = await world.traces();
    expect(trace?.steps[0]).toMatchObject({ outcome: "tool-error", error: noUpstream("hotfix-9") });
    expect(notesIn(requests[1]?.prompt.at(-1))).toBe(1);
    await world.loop.close();
  });

  // In a stream: generateText itself puts the first of such calls in the place of all of them.
  it("PR3: tells calls apart that have no id", async () => {
    const world = await testWorld();
    const middleware = skillLoopMiddleware({ loop: world.loop });
    const calls = ["ls", "pwd", "ls"].map((command) => ({ id: "", tool: "bash", input: { command } }));
    const { ai, model, requests } = wrapped(version, middleware, [{ calls }, { text: "done" }]);
    const options = { model, prompt: plainTask, tools: { bash }, stopWhen: ai.stepCountIs(3) };
    for await (const _ of ai.streamText(options).fullStream);
    expect(requests.length).toBe(2);
    const traces = await world.traces();
    expect(traces.length).toBe(1);
    const steps = traces[0]?.steps.flatMap((step) => (step.kind === "tool" ? [step] : [])) ?? [];
    expect(steps.map(({ input, outcome }) => [input, outcome])).toEqual([
      [{ command: "ls" }, "ok"],
      [{ command: "pwd" }, "ok"],
      [{ command: "ls" }, "ok"],
    ]);
    expect(new Set(steps.map(({ callId }) => callId)).size).toBe(3);
    await world.loop.close();
  });

  it("PR5: a call that the server refused to read is the model's failure, and no tool's", async () => {
    const world = await testWorld();
    const middleware = skillLoopMiddleware({ loop: world.loop });
    const { ai } = wrapped(version, undefined, []);
    const refused = new ai.APICallError({
      message: "Failed to call a function",
      url: "http://localhost",
      requestBodyValues: {},
      statusCode: 400,
      isRetryable: false,
      data: { error: { code: "tool_use_failed", failed_generation: 'bash{"command": </function>' } },
    });
    const { model } = wrapped(version, middleware, [{ error: refused }]);
    const error = await thrownBy(ai.generateText({ model, prompt: plainTask, tools: { bash } }));
    expect(error).toBe(refused);
    const [trace] = await world.traces();
    expect(trace?.end).toBe("failed");
    expect(trace?.steps.map((step) => (step.kind === "tool" ? step.tool : step.text))).toEqual([
      'bash{"command": </function>',
    ]);
    await world.loop.close();
  });

  it("PR7: neither invents nor changes an id in the host's messages", async () => {
    const { loop } = await testWorld({ taught: true });
    const replies = [call("call_odd/1:0", "git push"), { text: "done" }];
    const play = async (middleware: unknown) => {
      const { ai, model, requests } = wrapped(version, middleware, replies);
      const options = { model, tools: { bash }, stopWhen: ai.stepCountIs(3) };
      await ai.generateText({ ...options, prompt: "Hand the work in" });
      const ids = requests.map(({ prompt }) => JSON.stringify(prompt).match(/"toolCallId":"[^"]*"/g));
      return { ids, hints: notesIn(requests[1]?.prompt.at(-1)) };
    };
    const bare = await play(undefined);
    expect(bare.ids[1]?.length).toBe(2);
    expect(await play(skillLoopMiddleware({ loop }))).toEqual({ ids: bare.ids, hints: 1 });
    await loop.close();
  });

  it("LC8: flush waits for a check that takes its time, and gives up when its time is over", async () => {
    const world = await testWorld();
    let release = (): void => {};
    const verify = () =>
      new Promise<{ check: string; passed: boolean }>((resolve) => {
        release = () => resolve({ check: "the books", passed: true });
      });
    const middleware = skillLoopMiddleware({ loop: world.loop, verify });
    const { ai, model } = wrapped(version, middleware, [call("call_1", "ls"), { text: "done" }]);
    await ai.generateText({ model, prompt: plainTask, tools: { bash }, stopWhen: ai.stepCountIs(3) });
    await middleware.flush({ timeoutMs: 10 });
    setTimeout(() => release(), 20);
    await middleware.flush();
    const [trace] = await world.stored();
    expect(trace?.signals).toMatchObject([{ source: "test", check: "the books", outcome: "success" }]);
    await world.loop.close();
  });

  it("AI15: leaves the text of an object to the host, in generateObject and streamObject", async () => {
    const { loop } = await testWorld({ taught: true });
    const schema = z.object({ done: z.boolean() });
    const reply = { text: '{"done": true}' };
    const { ai, model, requests } = wrapped(version, skillLoopMiddleware({ loop }), [reply, reply]);
    expect((await ai.generateObject({ model, schema, prompt: pushTask })).object).toEqual({ done: true });
    const streamed = ai.streamObject({ model, schema, prompt: pushTask });
    for await (const part of streamed.fullStream) expect(part.type).toBeTypeOf("string");
    expect(await streamed.object).toEqual({ done: true });
    expect(requests.map(({ prompt }) => notesIn(prompt))).toEqual([1, 1]);
    await loop.close();
  });

  it("AI15: gives back the text of an object with its fence and blanks", async () => {
    const { loop } = await testWorld({ taught: true });
    const middleware = skillLoopMiddleware({ loop });
    const prompt = [{ role: "user", content: [{ type: "text", text: pushTask }] }];
    const params = await middleware.transformParams({ params: { prompt, responseFormat: { type: "json" } } });
    const content = [{ type: "text", text: '```json\n{"done": true}\n```  \n' }];
    const before = structuredClone(content);
    const result = await middleware.wrapGenerate({ doGenerate: async () => ({ content }), params });
    expect(result).toMatchObject({ content: before });
    await loop.close();
  });

  it("works in an agent of the SDK", async () => {
    const world = await testWorld({ taught: true });
    const middleware = skillLoopMiddleware({ loop: world.loop });
    const { ai, model } = wrapped(version, middleware, [call("call_1", "ls"), { text: "done" }]);
    const Agent = ai.ToolLoopAgent ?? ai.Experimental_Agent;
    const agent = new Agent({ model, tools: { bash }, stopWhen: ai.stepCountIs(5) });
    expect((await agent.generate({ prompt: pushTask })).text).toBe("done");
    const traces = await world.traces();
    expect(traces.map(({ task, end, steps }) => [task, end, steps.length])).toEqual([
      [pushTask, "completed", 2],
    ]);
    await world.loop.close();
  });

  it("keeps users apart whose runs have the same call ids on one model", async () => {
    const world = await testWorld();
    const middleware: SkillLoopMiddleware = skillLoopMiddleware({
      loop: world.loop,
      scope: ({ options }) => {
        const user = options["user"];
        return typeof user === "string" ? { user } : undefined;
      },
    });
    const model = scriptedProvider(version, ({ prompt }) =>
      prompt.some(({ role }) => role === "tool") ? { text: "done" } : call("call_1", "ls"),
    );
    const ai = aiModule(version);
    const options = {
      model: ai.wrapLanguageModel({ model, middleware }),
      prompt: plainTask,
      tools: { bash },
      stopWhen: ai.stepCountIs(3),
    };
    const turn = (user?: string) =>
      ai.generateText({ ...options, ...(user && { providerOptions: { skillloop: { user } } }) });
    await Promise.all([turn("anna"), turn("ben"), turn()]);
    const traces = await world.traces();
    expect(traces.map(({ scope }) => scope.user).sort()).toEqual(["anna", "ben"]);
    expect(traces.map(({ steps }) => steps.length)).toEqual([2, 2]);
    await world.loop.close();
  });
});

describe.each(versions)("a model that fails, on ai %i", (version) => {
  afterEach(() => {
    vi.useRealTimers();
  });

  const busy = (retryAfterMs: number) =>
    new (aiModule(version).APICallError)({
      message: "Too many requests",
      url: "http://localhost",
      requestBodyValues: {},
      statusCode: 429,
      isRetryable: true,
      responseHeaders: { "retry-after-ms": String(retryAfterMs) },
    });

  it.each(["generate", "stream"] as const)("is one run when the SDK asks again: %s", async (mode) => {
    const world = await testWorld();
    const sessions = vi.spyOn(world.loop, "session");
    const middleware = skillLoopMiddleware({ loop: world.loop });
    const replies = [{ error: busy(5) }, call("call_1", "ls"), { error: busy(5) }, { text: "done" }];
    const { ai, model, requests } = wrapped(version, middleware, replies);
    const options = { model, prompt: plainTask, tools: { bash }, stopWhen: ai.stepCountIs(3) };
    if (mode === "generate") await ai.generateText(options);
    else for await (const _ of ai.streamText(options).fullStream);
    expect(requests.length).toBe(4);
    expect(sessions.mock.calls.length, "runs").toBe(1);
    const traces = await world.traces();
    expect(traces.map(({ end, steps }) => [end, steps.length])).toEqual([["completed", 2]]);
    expect(middleware.openRuns).toBe(0);
    await world.loop.close();
  });

  it("ends failed when the SDK has given up, with the host's error untouched", async () => {
    const world = await testWorld();
    const middleware = skillLoopMiddleware({ loop: world.loop });
    const replies = [call("call_1", "ls"), ...[1, 2, 3].map(() => ({ error: busy(5) }))];
    const { ai, model } = wrapped(version, middleware, replies);
    const options = { model, prompt: plainTask, tools: { bash }, stopWhen: ai.stepCountIs(3) };
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const work = thrownBy(ai.generateText(options));
    await vi.advanceTimersByTimeAsync(100);
    const error = await work;
    expect((error as Error).name).toBe("AI_RetryError");
    expect(middleware.openRuns, "waits for a further try").toBe(1);
    await vi.advanceTimersByTimeAsync(4_000);
    expect(middleware.openRuns).toBe(0);
    vi.useRealTimers();
    const traces = await world.traces();
    expect(traces.map(({ end, steps }) => [end, steps.length])).toEqual([["failed", 1]]);
    await world.loop.close();
  });

  it("ends at once on an error that the SDK does not repeat, and by flush with endOpen otherwise", async () => {
    const world = await testWorld();
    const middleware = skillLoopMiddleware({ loop: world.loop });
    const wrong = new Error("Wrong key");
    const once = wrapped(version, middleware, [call("call_1", "ls"), { error: wrong }]);
    const options = { prompt: plainTask, tools: { bash }, stopWhen: once.ai.stepCountIs(3), maxRetries: 0 };
    expect(await thrownBy(once.ai.generateText({ ...options, model: once.model }))).toBe(wrong);
    expect(middleware.openRuns).toBe(0);
    const again = wrapped(version, middleware, [call("call_1", "ls"), { error: busy(60_000) }]);
    await thrownBy(again.ai.generateText({ ...options, model: again.model }));
    await middleware.flush();
    expect(middleware.openRuns, "the SDK may send it again").toBe(1);
    await middleware.flush({ endOpen: true });
    expect((await world.traces()).map(({ end }) => end)).toEqual(["failed", "failed"]);
    await world.loop.close();
  });
});
