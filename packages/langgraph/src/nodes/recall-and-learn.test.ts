import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { Command, MemorySaver } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";
import { flushSkillLoop, openRuns } from "../flush-skill-loop.ts";
import { emptyNotes } from "../state/skill-loop-notes.ts";
import {
  asked,
  askPerson,
  bash,
  call,
  calls,
  modelSaying,
  sendInvoice,
  toolThat,
} from "../testing/office.ts";
import { graphWithNodes } from "../testing/scripted-graph.ts";
import { pushTask, testLoop } from "../testing/taught-loop.ts";
import { learnNode } from "./learn-node.ts";
import { recallNode } from "./recall-node.ts";

const push = call("c1", "bash", { command: "git push --set-upstream origin hotfix-9" });
const wrong = call("c2", "send_invoice", { customer: "Smith", amount: 80, currency: "usd" });
const right = call("c3", "send_invoice", { customer: "Smith", amount: 80, currency: "USD" });
const ask = call("c4", "ask_person", { question: "May I?" });

const stepsOf = (trace: { readonly steps: readonly { readonly kind: string }[] } | undefined) =>
  (trace?.steps ?? []).flatMap((step) =>
    "callId" in step && "outcome" in step ? [`${step.callId} ${step.outcome}`] : [],
  );

describe("a graph with recallNode, SkillLoopToolNode and learnNode", () => {
  it("shows the block behind the task and the hint behind its result, with the same bytes in every request", async () => {
    const { loop } = await testLoop("taught");
    const { model, requests } = modelSaying(calls(wrong), calls(right), { text: "Done." });
    const graph = graphWithNodes({ model, tools: [bash, sendInvoice] }, { loop });
    const result = await graph.invoke(asked(pushTask));
    const [first, second, third] = requests.map(({ messages }) => messages.map(({ text }) => text));
    expect(first?.[0]).toMatch(
      /^Push the branch hotfix-9 to the remote\n\n<project_notes[\s\S]+--set-upstream/,
    );
    expect(second?.[2]).toMatch(/^Error: Currency rejected[\s\S]+<project_notes[\s\S]+send_invoice/);
    expect(second?.slice(0, 1)).toEqual(first);
    expect(third?.slice(0, 3)).toEqual(second);
    expect(result.messages.map(({ text }) => text).join()).not.toContain("project_notes");
    await loop.close();
  });

  it("keeps in the state only data, which is read back as it was written", async () => {
    const { loop } = await testLoop("taught");
    const { model } = modelSaying(calls(wrong), { text: "Done." });
    const { skillloop } = await graphWithNodes({ model, tools: [bash, sendInvoice] }, { loop }).invoke(
      asked(pushTask),
    );
    expect(JSON.parse(JSON.stringify(skillloop))).toEqual(skillloop);
    expect(Object.keys(skillloop.hints)).toEqual(["c2"]);
    expect(skillloop).toMatchObject({ learned: 1, ended: true });
    await loop.close();
  });

  it("LG4: counts a call once that a resumed tool node runs again, and takes its last result", async () => {
    const { loop, traces } = await testLoop("empty");
    let ran = 0;
    const count = toolThat("count", () => {
      ran += 1;
      return `run ${ran}`;
    });
    const { model } = modelSaying(calls(call("c1", "count"), ask), { text: "Done." });
    const checkpointer = new MemorySaver();
    const graph = graphWithNodes({ model, tools: [count, askPerson], checkpointer }, { loop });
    const config = { configurable: { thread_id: "t" } };
    await graph.invoke(asked("Count, and ask"), config);
    await graph.invoke(new Command({ resume: "yes" }), config);
    await flushSkillLoop(loop);
    const stored = await traces();
    expect(ran).toBe(2);
    expect(stored.map(stepsOf)).toEqual([["c1 ok", "c4 ok"]]);
    expect(stored[0]?.steps[0]).toMatchObject({ output: "run 2" });
    expect(openRuns(loop)).toBe(0);
    await loop.close();
  });

  it("LG4: a thread that another process resumes is recorded once, and goes on with the same bytes", async () => {
    const one = await testLoop("taught");
    const checkpointer = new MemorySaver();
    const config = { configurable: { thread_id: "t" } };
    const tools = [bash, sendInvoice, askPerson];
    const before = modelSaying(calls(wrong), calls(ask));
    await graphWithNodes({ model: before.model, tools, checkpointer }, { loop: one.loop }).invoke(
      asked(pushTask),
      config,
    );
    await flushSkillLoop(one.loop);
    expect(await one.traces()).toEqual([]);
    const two = await one.again();
    const after = modelSaying({ text: "Done." });
    await graphWithNodes({ model: after.model, tools, checkpointer }, { loop: two.loop }).invoke(
      new Command({ resume: "yes" }),
      config,
    );
    await flushSkillLoop(two.loop);
    const [trace, ...others] = await two.traces();
    expect(others).toEqual([]);
    expect(stepsOf(trace)).toEqual(["c2 tool-error", "c4 ok"]);
    expect(trace?.shown.map(({ when }) => when)).toContain("task");
    const raw = JSON.parse(before.requests[1]?.raw ?? "[]");
    expect(JSON.parse(after.requests[0]?.raw ?? "[]").slice(0, raw.length)).toEqual(raw);
    await one.loop.close();
    await two.loop.close();
  });

  it("LG4: a thread that goes on records the calls of each turn in the trace of that turn", async () => {
    const { loop, traces } = await testLoop("empty");
    const { model } = modelSaying(calls(push), { text: "Pushed." }, calls(right), { text: "Billed." });
    const graph = graphWithNodes(
      { model, tools: [bash, sendInvoice], checkpointer: new MemorySaver() },
      { loop },
    );
    const config = { configurable: { thread_id: "t" } };
    await graph.invoke(asked(pushTask), config);
    await graph.invoke(asked("Bill the customer Smith"), config);
    await flushSkillLoop(loop);
    const stored = [...(await traces())].sort((a, b) => a.recordedAt - b.recordedAt);
    expect(new Map(stored.map((trace) => [trace.task, stepsOf(trace)]))).toEqual(
      new Map([
        [pushTask, ["c1 ok"]],
        ["Bill the customer Smith", ["c3 ok"]],
      ]),
    );
    await loop.close();
  });

  it("LG4: a thread that goes on without a new user message records only what is new", async () => {
    const { loop, traces } = await testLoop("empty");
    const { model } = modelSaying(calls(push), { text: "Pushed." }, calls(right), { text: "Billed." });
    const graph = graphWithNodes(
      { model, tools: [bash, sendInvoice], checkpointer: new MemorySaver() },
      { loop },
    );
    const config = { configurable: { thread_id: "t" } };
    await graph.invoke(asked(pushTask), config);
    await graph.invoke({ messages: [] }, config);
    await flushSkillLoop(loop);
    expect((await traces()).map(stepsOf).sort()).toEqual([["c1 ok"], ["c3 ok"]]);
    await loop.close();
  });

  it("LG1: an interrupt is neither a failure nor a lesson", async () => {
    const { loop, traces, skills, errors } = await testLoop("empty");
    const { model } = modelSaying(calls(ask));
    const graph = graphWithNodes({ model, tools: [askPerson], checkpointer: new MemorySaver() }, { loop });
    const result = await graph.invoke(asked("Ask"), { configurable: { thread_id: "t" } });
    expect(result).toHaveProperty("__interrupt__");
    await flushSkillLoop(loop, { endOpen: true });
    expect((await traces()).map(stepsOf)).toEqual([["c4 interrupted"]]);
    await loop.process();
    expect(await skills()).toEqual([]);
    expect(errors).toEqual([]);
    await loop.close();
  });

  it("forgets a run that waited in vain for a person, since whoever resumes it records all of it", async () => {
    const { loop, traces } = await testLoop("empty");
    const { model } = modelSaying(calls(ask), { text: "Done." });
    const options = { loop, idleTimeoutMs: 40 };
    const graph = graphWithNodes({ model, tools: [askPerson], checkpointer: new MemorySaver() }, options);
    const config = { configurable: { thread_id: "t" } };
    await graph.invoke(asked("Ask"), config);
    expect(openRuns(loop)).toBe(1);
    while (openRuns(loop) > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await graph.invoke(new Command({ resume: "yes" }), config);
    await flushSkillLoop(loop);
    expect((await traces()).map(stepsOf)).toEqual([["c4 ok"]]);
    await loop.close();
  });

  it("does not stay open for ever when a graph throws between its nodes", async () => {
    const { loop, traces } = await testLoop("empty");
    const { model } = modelSaying(calls(push), { error: new Error("The model is gone") });
    const graph = graphWithNodes({ model, tools: [bash] }, { loop, idleTimeoutMs: 20 });
    await expect(graph.invoke(asked(pushTask))).rejects.toThrow("The model is gone");
    while (openRuns(loop) > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await loop.flush();
    expect((await traces()).map(({ end }) => end)).toEqual(["aborted"]);
    await loop.close();
  });

  it("keeps concurrent graphs without a thread apart, also with equal tasks and call ids", async () => {
    const { loop, traces } = await testLoop("empty");
    const runs = Array.from({ length: 20 }, async (_, at) => {
      const tool = toolThat("read", async () => {
        await new Promise((resolve) => setTimeout(resolve, at % 5));
        return `result ${at}`;
      });
      const { model } = modelSaying(calls(call("call_1", "read")), { text: "Done." });
      await graphWithNodes({ model, tools: [tool] }, { loop }).invoke(asked("Read it"));
    });
    await Promise.all(runs);
    await flushSkillLoop(loop);
    const outputs = (await traces()).map(({ steps }) =>
      steps.flatMap((step) => (step.kind === "tool" ? [step.output] : [])),
    );
    expect(outputs.map((own) => own.length)).toEqual(runs.map(() => 1));
    expect(new Set(outputs.flat()).size).toBe(20);
    expect(openRuns(loop)).toBe(0);
    await loop.close();
  });

  it("asks verify once, with what the agent did and said", async () => {
    const { loop, traces } = await testLoop("empty");
    const seen: unknown[] = [];
    const { model } = modelSaying(calls(push), { text: "Pushed." });
    const graph = graphWithNodes(
      { model, tools: [bash] },
      {
        loop,
        verify: async ({ task, answer, steps, end }) => {
          seen.push([task, answer, steps.length, end]);
          return { check: "git status -sb", exitCode: 0 };
        },
      },
    );
    await graph.invoke(asked(pushTask));
    await flushSkillLoop(loop);
    expect(seen).toEqual([[pushTask, "Pushed.", 1, "completed"]]);
    expect((await traces())[0]?.signals).toMatchObject([{ source: "test", outcome: "success" }]);
    await loop.close();
  });

  it("takes verify from the learn node where the other nodes have none", async () => {
    const { loop, traces } = await testLoop("empty");
    const state = { messages: [new HumanMessage({ id: "t", content: pushTask })] };
    const { skillloop } = await recallNode({ loop })(state);
    const notes = {
      ...emptyNotes(),
      ...skillloop,
      runId: skillloop?.runId ?? "",
    };
    const done = [
      ...state.messages,
      new AIMessage({ content: "", tool_calls: [{ id: "c1", name: "bash", args: {} }] }),
    ];
    await learnNode({ loop, verify: () => ({ check: "tests", passed: false }) })({
      messages: done,
      skillloop: notes,
    });
    await flushSkillLoop(loop);
    expect((await traces())[0]?.signals).toMatchObject([{ check: "tests", outcome: "failure" }]);
    await loop.close();
  });

  it("does nothing, and breaks nothing, where the scope cannot be told", async () => {
    const { loop, traces } = await testLoop("taught");
    const { model, requests } = modelSaying(calls(push), { text: "Done." });
    const options = {
      loop,
      scope: ({ config }: { config: { configurable?: Record<string, unknown> } }) => {
        const user = config.configurable?.["user_id"];
        return typeof user === "string" ? { user } : undefined;
      },
    };
    const graph = graphWithNodes({ model, tools: [bash] }, options);
    await graph.invoke(asked(pushTask));
    await flushSkillLoop(loop);
    expect(requests[0]?.messages[0]?.text).toBe(pushTask);
    expect(await traces()).toEqual([]);
    const known = modelSaying(calls(push), { text: "Done." });
    await graphWithNodes({ model: known.model, tools: [bash] }, options).invoke(asked(pushTask), {
      configurable: { user_id: "ann" },
    });
    await flushSkillLoop(loop);
    expect((await traces()).map(({ scope }) => scope.user)).toEqual(["ann"]);
    await loop.close();
  });
});
