import { Agent } from "@mastra/core/agent";
import { RequestContext } from "@mastra/core/request-context";
import { createTool } from "@mastra/core/tools";
import { createStep, createWorkflow } from "@mastra/core/workflows";
import type { ToolStep, Trace } from "@skillloop/core";
import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { skillLoopParts } from "./skill-loop-parts.ts";
import { scriptedModel } from "./testing/scripted-model.ts";
import { ask, bash, call, drained, inTurn, openMemory, type Script, stage } from "./testing/stage.ts";
import { noUpstream, pushTask, scope, taughtStore } from "./testing/taught-store.ts";
import { withSkillLoop } from "./with-skill-loop.ts";

const toolSteps = ({ steps }: Trace): readonly ToolStep[] =>
  steps.filter((step): step is ToolStep => step.kind === "tool");

const told = (trace: Trace) => toolSteps(trace).map(({ callId, outcome }) => `${callId} ${outcome}`);

const byTask = (traces: readonly Trace[]) => [...traces].sort((a, b) => a.task.localeCompare(b.task));

const release = createTool({
  id: "release",
  description: "Releases",
  inputSchema: z.object({ version: z.string() }),
  requireApproval: true,
  execute: async ({ version }) => `released ${version}`,
});

const two = (first: string, input: Readonly<Record<string, unknown>>): Script =>
  inTurn(
    {
      calls: [
        { id: "call_1", tool: first, input },
        { id: "call_2", tool: "bash", input: { command: "ls" } },
      ],
    },
    { text: "Done." },
  );

describe("which run a request belongs to", () => {
  it.each(["different tasks", "the same task", "the same task, and ids of their own"])(
    "keeps requests apart that share a context of the host: %s",
    async (tasks) => {
      const { loop, traces } = await openMemory();
      const owners = ["north", "south"];
      const ids = (owner: string): string => (tasks.endsWith("their own") ? owner : "call");
      const waiting: (() => void)[] = [];
      // Both have all their results before either asks its model again: the worst case for telling them apart.
      const hold = createTool({
        id: "hold",
        description: "Waits until both have read",
        inputSchema: z.object({}),
        execute: async () => {
          await new Promise<void>((resolve) => {
            waiting.push(resolve);
            if (waiting.length === 2) setTimeout(() => waiting.map((go) => go()), 50);
          });
          return "held";
        },
      });
      const parts = skillLoopParts({ loop });
      const requestContext = new RequestContext();
      const agents = owners.map((owner) => {
        const read = createTool({
          id: "read",
          description: "Reads",
          inputSchema: z.object({}),
          execute: async () => {
            if (owner === "south") throw new Error("south is closed");
            return `read by ${owner}`;
          },
        });
        const calls = ["read", "hold"].map((tool, at) => ({
          id: `${ids(owner)}_${at + 1}`,
          tool,
          input: {},
        }));
        return stage(inTurn({ calls }, { text: `Done, ${owner}.` }), parts, { tools: { read, hold } });
      });
      await Promise.all(
        agents.map(({ agent }, at) =>
          agent.generate(tasks.startsWith("the same") ? "Read" : `Read ${owners[at]}`, { requestContext }),
        ),
      );
      await parts.flush();
      const stored = await traces();
      expect(
        stored
          .map((trace) =>
            told(trace)
              .join()
              .replaceAll(/north|south/g, "call"),
          )
          .sort(),
      ).toEqual(["call_1 ok,call_2 ok", "call_1 tool-error,call_2 ok"]);
      for (const trace of stored) {
        const [step] = toolSteps(trace);
        const owner = step?.outcome === "ok" ? "north" : "south";
        expect(step?.output ?? step?.error).toContain(owner);
        expect(toolSteps(trace).every(({ callId }) => callId.startsWith(ids(owner)))).toBe(true);
        expect(JSON.stringify(trace.steps)).toContain(`Done, ${owner}.`);
        if (tasks === "different tasks") expect(trace.task).toBe(`Read ${owner}`);
      }
    },
  );

  it("has the exact error and how long a call took, which no message tells", async () => {
    const { loop, traces } = await openMemory();
    const { agent, parts } = stage(inTurn(call("call_1", "git push"), { text: "Done." }), { loop });
    await agent.generate("Push it");
    await parts?.flush();
    const [trace] = await traces();
    const [step] = trace === undefined ? [] : toolSteps(trace);
    expect(step?.error).toBe(`Error: ${noUpstream}`);
    expect(step?.durationMs).toBeGreaterThan(0);
  });

  it("reads from the messages what hooks of one call keep from it", async () => {
    const { loop, traces } = await openMemory();
    const { agent, parts } = stage(inTurn(call("call_1", "git push"), { text: "Done." }), { loop });
    const seen: unknown[] = [];
    await agent.generate("Push it", {
      hooks: { beforeToolCall: () => {}, afterToolCall: ({ error }) => void seen.push(error) },
    });
    await parts?.flush();
    expect(seen).toHaveLength(1);
    expect((await traces()).map(told)).toEqual([["call_1 tool-error"]]);
  });

  it("narrows the scope by what the request says, and records nothing where it says nothing", async () => {
    const { loop, traces } = await openMemory();
    const seen: unknown[] = [];
    const parts = skillLoopParts({
      loop,
      scope: ({ requestContext, threadId, resourceId }) => {
        seen.push([threadId, resourceId]);
        const user: unknown = requestContext?.get("user");
        return typeof user === "string" ? { user } : undefined;
      },
    });
    const { agent } = stage(
      (_request, index) => (index % 2 === 0 ? call("call_1", "ls") : { text: "Done." }),
      parts,
    );
    await agent.generate("List", { requestContext: new RequestContext([["user", "ada"]]) });
    await agent.generate("List");
    await parts.flush();
    expect((await traces()).map((trace) => trace.scope)).toEqual([{ ...scope, user: "ada" }]);
    expect(seen).toEqual([
      [undefined, undefined],
      [undefined, undefined],
      [undefined, undefined],
    ]);
  });
});

describe("suspended runs", () => {
  it.each([
    { mode: "generate", approved: true },
    { mode: "generate", approved: false },
    { mode: "stream", approved: true },
    { mode: "stream", approved: false },
  ])("are one run with their resume, and count each call once: approval, %j", async ({ mode, approved }) => {
    const { loop, traces, reported } = await openMemory();
    const { agent, parts } = stage(two("release", { version: "1" }), { loop }, { tools: { release, bash } });
    if (mode === "generate") {
      const { runId = "", finishReason } = await agent.generate("Release");
      expect(finishReason).toBe("suspended");
      expect(parts?.openRuns()).toBe(1);
      const answer = { runId, toolCallId: "call_1" };
      await (approved ? agent.approveToolCallGenerate(answer) : agent.declineToolCallGenerate(answer));
    } else {
      const output = await agent.stream("Release");
      await drained(output);
      const answer = { runId: output.runId, toolCallId: "call_1" };
      await drained(await (approved ? agent.approveToolCall(answer) : agent.declineToolCall(answer)));
    }
    await parts?.flush();
    const stored = await traces();
    expect(stored.map(({ end }) => end)).toEqual(["completed"]);
    expect(stored.map(told)).toEqual([[`call_1 ${approved ? "ok" : "interrupted"}`, "call_2 ok"]]);
    expect(reported).toEqual([]);
  });

  it.each(["generate", "stream"] as const)(
    "may suspend again and again, and beside calls that had ended (%s)",
    async (mode) => {
      const { loop, traces } = await openMemory();
      const script = inTurn(
        call("call_0", "git push"),
        {
          calls: [
            { id: "call_1", tool: "ask", input: { question: "a" } },
            { id: "call_2", tool: "bash", input: { command: "git push" } },
          ],
        },
        { calls: [{ id: "call_3", tool: "ask", input: { question: "b" } }] },
        { text: "Done." },
      );
      const { agent, parts } = stage(script, { loop }, { tools: { ask, bash } });
      if (mode === "generate") {
        const { runId = "" } = await agent.generate("Ask around", { maxSteps: 10 });
        await agent.resumeGenerate({ answer: "one" }, { runId, toolCallId: "call_1", maxSteps: 10 });
        await agent.resumeGenerate({ answer: "two" }, { runId, toolCallId: "call_3", maxSteps: 10 });
      } else {
        const output = await agent.stream("Ask around", { maxSteps: 10 });
        await drained(output);
        const { runId } = output;
        await drained(
          await agent.resumeStream({ answer: "one" }, { runId, toolCallId: "call_1", maxSteps: 10 }),
        );
        await drained(
          await agent.resumeStream({ answer: "two" }, { runId, toolCallId: "call_3", maxSteps: 10 }),
        );
      }
      await parts?.flush();
      const stored = await traces();
      expect(stored.map(told)).toEqual([
        ["call_0 tool-error", "call_1 ok", "call_2 tool-error", "call_3 ok"],
      ]);
      const steps = stored.flatMap(toolSteps);
      expect(
        steps.map(({ durationMs }) => durationMs !== undefined),
        "each told by its hook",
      ).toEqual(steps.map(() => true));
      expect(steps[1]?.output).toContain("one");
      expect(steps[3]?.output).toContain("two");
    },
  );

  it("are read anew from their messages when they were flushed before the resume", async () => {
    const { loop, traces } = await openMemory();
    const { agent, parts } = stage(two("ask", { question: "a" }), { loop }, { tools: { ask, bash } });
    const { runId = "" } = await agent.generate("Ask around");
    await parts?.flush({ endOpen: true });
    expect(parts?.openRuns()).toBe(0);
    expect((await traces()).map(({ end, ...trace }) => [end, toolSteps(trace as Trace)[0]?.outcome])).toEqual(
      [["aborted", "interrupted"]],
    );
    await agent.resumeGenerate({ answer: "one" }, { runId, toolCallId: "call_1" });
    await parts?.flush();
    const stored = await traces();
    expect(stored.map(({ end }) => end).sort()).toEqual(["aborted", "completed"]);
    const completed = stored.filter(({ end }) => end === "completed");
    expect(completed.map(told)).toEqual([["call_1 ok", "call_2 ok"]]);
  });

  it("are told apart by the arguments of their earlier calls, though the task and its moment are the same", async () => {
    const { loop, traces } = await openMemory();
    const parts = skillLoopParts({ loop });
    const now = vi.spyOn(Date, "now").mockReturnValue(Date.now());
    const agents = ["north", "south"].map((owner) => {
      const script = inTurn(
        call("call_1", `ls ${owner}`),
        { calls: [{ id: "call_2", tool: "ask", input: { question: "a" } }] },
        { text: "Done." },
      );
      return { owner, ...stage(script, parts, { tools: { ask, bash } }) };
    });
    const runs = await Promise.all(agents.map(({ agent }) => agent.generate("Ask around")));
    await Promise.all(
      agents.map(({ agent, owner }, at) =>
        agent.resumeGenerate({ answer: owner }, { runId: runs[at]?.runId ?? "", toolCallId: "call_2" }),
      ),
    );
    now.mockRestore();
    expect(parts.openRuns()).toBe(0);
    await parts.flush();
    const stored = (await traces()).map((trace) => {
      const [listed, asked] = toolSteps(trace);
      return [trace.end, listed?.input, asked?.output?.match(/north|south/)?.[0]];
    });
    expect(stored.sort((a, b) => String(a[2]).localeCompare(String(b[2])))).toEqual([
      ["completed", { command: "ls north" }, "north"],
      ["completed", { command: "ls south" }, "south"],
    ]);
  });

  it("that look alike are not taken for one another", async () => {
    const { loop, traces } = await openMemory();
    const parts = skillLoopParts({ loop });
    const agents = ["north", "south"].map((owner) => ({
      owner,
      ...stage(two("ask", { question: "a" }), parts, { tools: { ask, bash } }),
    }));
    const runs = await Promise.all(agents.map(({ agent }) => agent.generate("Ask around")));
    await Promise.all(
      agents.map(({ agent, owner }, at) =>
        agent.resumeGenerate({ answer: owner }, { runId: runs[at]?.runId ?? "", toolCallId: "call_1" }),
      ),
    );
    await parts.flush();
    const completed = (await traces()).filter(({ end }) => end === "completed");
    expect(completed.map((trace) => toolSteps(trace)[0]?.output?.match(/north|south/)?.[0]).sort()).toEqual([
      "north",
      "south",
    ]);
  });
});

describe("the end of a run", () => {
  it("is aborted at the limit of steps, with the calls that no prompt shows any more", async () => {
    const { loop, traces } = await openMemory();
    const replies: Script = (_request, index) => ({
      text: `Round ${index}`,
      calls: [
        { id: `bash_${index}`, tool: "bash", input: { command: "git push" } },
        { id: `nope_${index}`, tool: "nope", input: {} },
        { id: `misfit_${index}`, tool: "bash", input: { command: 7 } },
      ],
    });
    const { agent, parts } = stage(replies, { loop });
    await agent.generate("Push it", { maxSteps: 2 });
    await parts?.flush();
    const [trace] = await traces();
    expect(trace?.end).toBe("aborted");
    expect(trace === undefined ? [] : told(trace)).toEqual(
      [0, 1].flatMap((at) => [
        `bash_${at} tool-error`,
        `nope_${at} unknown-tool`,
        `misfit_${at} invalid-input`,
      ]),
    );
    expect(trace?.steps.filter(({ kind }) => kind === "text")).toMatchObject([
      { text: "Round 0" },
      { text: "Round 1" },
    ]);
  });

  it("is aborted when a guard of the host stops it after the model, once it is flushed", async () => {
    const { loop, traces } = await openMemory();
    const guard = {
      id: "guard",
      processOutputResult: ({ abort }: { readonly abort: (reason: string) => never }) => abort("no"),
    };
    const { agent, parts } = stage(
      inTurn(call("call_1", "ls"), { text: "Done." }),
      { loop },
      {
        outputProcessors: [guard],
      },
    );
    await agent.generate("List");
    await parts?.flush({ endOpen: true });
    expect((await traces()).map(({ end }) => end)).toEqual(["aborted"]);
    expect(parts?.openRuns()).toBe(0);
  });

  it("goes on with a run that was flushed while it worked", async () => {
    const { loop, traces, reported } = await openMemory(await taughtStore());
    const parts = skillLoopParts({ loop });
    const wait = createTool({
      id: "wait",
      description: "Waits",
      inputSchema: z.object({}),
      execute: async () => {
        await parts.flush({ endOpen: true });
        return "waited";
      },
    });
    const script = inTurn(
      call("call_1", "git push"),
      { calls: [{ id: "call_2", tool: "wait", input: {} }] },
      call("call_3", "git push --set-upstream origin hotfix-9"),
      { text: "Done." },
    );
    const bare = stage(script, undefined, { tools: { bash, wait } });
    const { agent, requests } = stage(script, parts, { tools: { bash, wait } });
    await bare.agent.generate(pushTask);
    const result = await agent.generate(pushTask, { maxSteps: 10 });
    await parts.flush();
    expect(result.text).toBe("Done.");
    const ends = byTask(await traces()).map((trace) => [trace.end, told(trace).length]);
    expect(ends).toContainEqual(["completed", 3]);
    expect(reported).toEqual([]);
    const firsts = requests.map(({ messages }) => messages.slice(0, 4).map(({ text }) => text));
    expect(firsts[2], "the bytes that both requests share").toEqual(firsts[3]);
  });

  it("is not brought about by a flush of another request while a tool works: each call is learned once", async () => {
    const { loop, traces } = await openMemory();
    const parts = skillLoopParts({ loop });
    const wait = createTool({
      id: "wait",
      description: "Waits",
      inputSchema: z.object({}),
      execute: async () => {
        await stage(inTurn(call("call_1", "ls"), { text: "Done." }), parts).agent.generate("List");
        await parts.flush();
        return "waited";
      },
    });
    const script = inTurn({ calls: [{ id: "call_1", tool: "wait", input: {} }] }, { text: "Done." });
    await stage(script, parts, { tools: { wait } }).agent.generate("Wait");
    await parts.flush();
    expect(byTask(await traces()).map((trace) => [trace.task, trace.end, ...told(trace)])).toEqual([
      ["List", "completed", "call_1 ok"],
      ["Wait", "completed", "call_1 ok"],
    ]);
  });

  it("leaves nothing open after many runs at once", async () => {
    const { loop } = await openMemory();
    const parts = skillLoopParts({ loop });
    const script: Script = ({ messages }) =>
      messages.some(({ role }) => role === "tool") ? { text: "Done." } : call("call_1", "ls");
    const { agent } = stage(script, parts);
    await Promise.all(Array.from({ length: 25 }, (_, at) => agent.generate(`List folder ${at}`)));
    expect(parts.openRuns()).toBe(0);
  });
});

describe("the ways in which Mastra runs an agent", () => {
  it("gives a sub-agent a run of its own, and none of the notes of the agent that calls it", async () => {
    const { loop, traces } = await openMemory(await taughtStore());
    const parts = skillLoopParts({ loop });
    const seen: string[] = [];
    const helper = new Agent(
      withSkillLoop(
        {
          id: "helper",
          name: "helper",
          description: "Helps",
          instructions: "Help.",
          tools: { bash },
          model: scriptedModel((request) => {
            seen.push(request.raw);
            return seen.length === 1 ? call("call_1", "ls") : { text: "Helped." };
          }),
        },
        parts,
      ),
    );
    const script = inTurn(
      { calls: [{ id: "call_1", tool: "agent-helper", input: { prompt: "Count the lines of the report" } }] },
      { text: "Done." },
    );
    const { agent, requests } = stage(script, parts, { agents: { helper } });
    await agent.generate(pushTask);
    await parts.flush();
    expect(requests[0]?.raw).toContain("project_notes");
    expect(requests[1]?.raw, "the caller's later requests hold them again").toContain("project_notes");
    expect(seen.join("")).toContain(pushTask);
    expect(seen.join("")).not.toContain("project_notes");
    const stored = byTask(await traces());
    expect(stored.map((trace) => [trace.task, told(trace)])).toEqual([
      ["Count the lines of the report", ["call_1 ok"]],
      [pushTask, ["call_1 ok"]],
    ]);
  });

  it("is there in a workflow's step, and in structured output", async () => {
    const { loop, traces } = await openMemory(await taughtStore());
    const parts = skillLoopParts({ loop });
    const step = stage(inTurn(call("call_1", "ls"), { text: "Done." }), parts);
    const workflow = createWorkflow({
      id: "flow",
      inputSchema: z.object({ prompt: z.string() }),
      outputSchema: z.object({ text: z.string() }),
    })
      .then(createStep(step.agent))
      .commit();
    const run = await workflow.createRun();
    const result = await run.start({ inputData: { prompt: pushTask } });
    expect(result.status).toBe("success");
    expect(step.requests.every(({ raw }) => raw.includes("project_notes"))).toBe(true);
    const typed = stage(inTurn(call("call_1", "ls"), { text: '{"files":3}' }), parts);
    const output = await typed.agent.generate(`${pushTask}, and count`, {
      structuredOutput: { schema: z.object({ files: z.number() }) },
    });
    expect(output.object).toEqual({ files: 3 });
    expect(typed.requests.every(({ raw }) => raw.includes("project_notes"))).toBe(true);
    await parts.flush();
    expect((await traces()).map(told)).toEqual([["call_1 ok"], ["call_1 ok"]]);
  });

  it("keeps its place in the prompt when Mastra puts user messages behind the task", async () => {
    const { loop, traces } = await openMemory(await taughtStore());
    const reminder = {
      id: "reminder",
      processLLMRequest: ({ prompt, stepNumber }: { prompt: readonly unknown[]; stepNumber: number }) =>
        stepNumber === 0
          ? undefined
          : {
              prompt: [
                ...prompt,
                { role: "user", content: [{ type: "text", text: "Mind the time" }] },
              ] as never,
            },
    };
    const script = inTurn(call("call_1", "git push"), call("call_2", "ls"), { text: "Done." });
    const { agent, requests, parts } = stage(script, { loop }, { inputProcessors: [reminder] });
    await agent.generate(pushTask);
    await parts?.flush();
    expect(requests[2]?.messages.at(-1)?.text).toBe("Mind the time");
    expect(requests.map(({ messages }) => messages[1]?.text.includes("project_notes"))).toEqual([
      true,
      true,
      true,
    ]);
    expect((await traces()).map(told)).toEqual([["call_1 tool-error", "call_2 ok"]]);
  });
});
