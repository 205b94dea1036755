import type { ToolStep, Trace } from "@skillloop/core";
import type { AgentSetup, ScriptedReply, SeenRequest } from "@skillloop/core/testing/adapter-contract";
import { describe, expect, it } from "vitest";
import { skillLoopMiddleware } from "../packages/ai-sdk/src/skill-loop-middleware.ts";
import { aiModule } from "../packages/ai-sdk/src/testing/ai-module.ts";
import { contractAgent } from "../packages/ai-sdk/src/testing/contract-agent.ts";
import { scriptedProvider } from "../packages/ai-sdk/src/testing/scripted-provider.ts";
import { noUpstream, pushTask, testWorld } from "../packages/ai-sdk/src/testing/test-world.ts";
import { agentHarness } from "../packages/langchain/src/testing/agent-harness.ts";
import { mastraHarness } from "../packages/mastra/src/testing/mastra-harness.ts";
import { drained, stage } from "../packages/mastra/src/testing/stage.ts";

// The adapters as a host has them that uses several frameworks in one process, on one loop.

const toolSteps = ({ steps }: Trace): readonly ToolStep[] =>
  steps.filter((step): step is ToolStep => step.kind === "tool");

const langchain = agentHarness("langchain", { handler: true, middleware: true });

const frameworks = {
  "ai-sdk": (setup: AgentSetup) => contractAgent({ version: 6 }, setup),
  langchain: (setup: AgentSetup) => langchain.agent(setup),
  mastra: (setup: AgentSetup) => mastraHarness.agent(setup),
} as const;

const names = Object.keys(frameworks) as readonly (keyof typeof frameworks)[];

/** Two rounds of work under ids that all frameworks' servers count alike. */
const replies = (name: string): readonly ScriptedReply[] => [
  { calls: [{ id: "call_1", tool: "work", input: { owner: name, round: 1 } }] },
  { calls: [{ id: "call_2", tool: "work", input: { owner: name, round: 2 } }] },
  { text: `Done by ${name}.` },
];

describe("agents of several frameworks on one loop", () => {
  it.each(["tasks of their own", "one task for all"])("never mix their runs: %s", async (tasks) => {
    const world = await testWorld();
    let waiting: (() => void)[] = [];
    // Nobody goes on before all of them are at work in the same round.
    const together = (): Promise<void> =>
      new Promise((resolve) => {
        waiting.push(resolve);
        if (waiting.length < names.length) return;
        for (const go of waiting) go();
        waiting = [];
      });
    const made = names.map((name) =>
      frameworks[name]({
        skillLoop: { loop: world.loop },
        tools: [
          {
            name: "work",
            description: "Works",
            fields: { owner: "string", round: "number" },
            run: async ({ owner, round }) => {
              await together();
              return `round ${String(round)} by ${String(owner)}`;
            },
          },
        ],
        model: (_request, index) => replies(name)[index] ?? { text: "" },
      }),
    );
    const agents = await Promise.all(made);
    const outcomes = await Promise.all(
      agents.map((agent, at) => {
        const task = tasks === "one task for all" ? "Work" : `Work as ${names[at]}`;
        return agent.turn({ task, mode: at % 2 === 0 ? "generate" : "stream" });
      }),
    );
    expect(outcomes.map(({ answer }) => answer)).toEqual(names.map((name) => `Done by ${name}.`));
    for (const agent of agents) expect(agent.openRuns()).toBe(0);
    const traces = await world.traces();
    const told = traces.map((trace) => [
      trace.end,
      ...toolSteps(trace).map(({ callId, output }) => `${callId}: ${output}`),
    ]);
    expect(told.sort((a, b) => String(a[1]).localeCompare(String(b[1])))).toEqual(
      names.map((name) => ["completed", `call_1: round 1 by ${name}`, `call_2: round 2 by ${name}`]),
    );
    if (tasks !== "one task for all") {
      for (const trace of traces)
        expect(toolSteps(trace)[0]?.output).toBe(`round 1 by ${trace.task.slice(8)}`);
    }
    expect(world.errors).toEqual([]);
    await world.loop.close();
  });
});

describe("a wrapped model of the AI SDK inside a Mastra agent", () => {
  it.each(["generate", "stream"] as const)("leaves one right trace, and gets its notes: %s", async (mode) => {
    const world = await testWorld({ taught: true });
    const requests: string[] = [];
    const script = [
      { calls: [{ id: "call_1", tool: "bash", input: { command: "git push" } }] },
      { calls: [{ id: "call_2", tool: "bash", input: { command: "ls" } }] },
      { text: "Done." },
    ];
    const middleware = skillLoopMiddleware({ loop: world.loop });
    const bare = scriptedProvider(5, ({ prompt }) => {
      requests.push(JSON.stringify(prompt));
      return script[requests.length - 1] ?? { text: "" };
    });
    const model = aiModule(5).wrapLanguageModel({ model: bare, middleware }) as never;
    const never = (_request: SeenRequest): ScriptedReply => ({ text: "Not asked." });
    const { agent } = stage(never, undefined, { model });
    if (mode === "generate") expect((await agent.generate(pushTask)).text).toBe("Done.");
    else await drained(await agent.stream(pushTask));
    expect(requests.map((request) => request.split("<project_notes").length - 1)).toEqual([1, 1, 1]);
    expect(middleware.openRuns).toBe(0);
    const traces = await world.traces();
    expect(traces.map(({ task, end }) => [task, end])).toEqual([[pushTask, "completed"]]);
    const steps = traces.flatMap(toolSteps);
    expect(steps.map(({ callId, outcome }) => [callId, outcome])).toEqual([
      ["call_1", "tool-error"],
      ["call_2", "ok"],
    ]);
    expect(steps[0]?.error).toContain(noUpstream("hotfix-9").trim());
    expect(world.errors).toEqual([]);
    await world.loop.close();
  });
});
