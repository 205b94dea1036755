import { expect } from "vitest";
import type { Loop } from "../../../types/loop.ts";
import type { AdapterHarness, AgentUnderTest, ScriptedTool, SeenRequest } from "../adapter-harness.ts";
import { expectSameForHost } from "../expect-host.ts";
import { expectNotes } from "../expect-requests.ts";
import { expectTrace } from "../expect-trace.ts";
import { bash, pushTask } from "../office-tools.ts";
import { type Library, type Play, type PlayWorld, playTurns, withLoop } from "../play.ts";
import { withoutStrayRejections } from "../rejections.ts";
import { type ContractCase, call, calls, type Mode, ok, type Scenario, say } from "../scenario.ts";
import { expectQuiet } from "../scripted-cases.ts";

const owners = ["north", "south"] as const;
type Owner = (typeof owners)[number];

const report = call("call_1", "read_file", { path: "report.txt" });
const more = call("call_2", "read_file", { path: "more.txt" });

/** The one model knows nothing of its callers: it goes by what it is sent, as a real one does. */
function model({ messages }: SeenRequest) {
  const results = messages.filter(({ role }) => role === "tool");
  if (results.length === 0) return calls(report);
  if (results.length === 1) return calls(more);
  return say(`Read: ${results.map(({ text }) => text).join(", ")}`);
}

/** So that a tool of one agent does not wait for ever for the other agent. */
const patienceMs = 500;

/** Lets two go on when both have come, time after time. */
function meetingPoint(): () => Promise<void> {
  let waiting: (() => void) | undefined;
  return () =>
    new Promise((resolve) => {
      if (waiting !== undefined) {
        waiting();
        waiting = undefined;
        resolve();
        return;
      }
      waiting = resolve;
      setTimeout(resolve, patienceMs);
    });
}

const readFile = (owner: Owner, meet: () => Promise<void>): ScriptedTool => ({
  name: "read_file",
  description: "Reads a file",
  fields: { path: "string" },
  run: async ({ path }) => {
    await meet();
    return `${owner} ${String(path)}`;
  },
});

interface TwoPlays {
  readonly plays: readonly Play[];
  readonly agents: readonly AgentUnderTest[];
}

async function playBoth(
  harness: AdapterHarness,
  about: { readonly tasks: readonly string[]; readonly mode: Mode; readonly world?: PlayWorld },
): Promise<TwoPlays> {
  const shared = {};
  const meet = meetingPoint();
  const skillLoop = about.world?.skillLoop;
  const agents: AgentUnderTest[] = [];
  for (const owner of owners) {
    const setup = { tools: [bash, readFile(owner, meet)], model, shared };
    agents.push(await harness.agent({ ...setup, ...(skillLoop && { skillLoop }) }));
  }
  const plays = await Promise.all(
    agents.map((agent, at) => playTurns(agent, [{ task: about.tasks[at] ?? "" }], about.mode)),
  );
  return { plays, agents };
}

const raws = ({ agents }: TwoPlays): readonly string[] =>
  agents.flatMap(({ requests }) => requests.map(({ raw }) => raw)).sort();

function runCase(
  harness: AdapterHarness,
  {
    tasks,
    mode,
    library,
  }: { readonly tasks: readonly string[]; readonly mode: Mode; readonly library: Library },
  differences: Parameters<ContractCase["run"]>[1],
): Promise<void> {
  return withoutStrayRejections(async () => {
    const bare = await playBoth(harness, { tasks, mode });
    for (const [at, owner] of owners.entries()) {
      const answer = `Read: ${owner} report.txt, ${owner} more.txt`;
      expect(bare.plays[at]?.outcomes[0]?.answer, "the scenario itself").toBe(answer);
    }
    for (const agent of bare.agents) await agent.close?.();
    await withLoop({ library }, undefined, async (world) => {
      const observed = await playBoth(harness, { tasks, mode, world });
      for (const [at, play] of observed.plays.entries()) {
        expectSameForHost(bare.plays[at] ?? { outcomes: [], requests: [] }, play);
      }
      for (const agent of observed.agents) await agent.flush();
      await world.loop.flush();
      expectQuiet({ openRuns: observed.agents[0]?.openRuns() ?? 0, reported: world.reported });
      if (library === "empty") expect(raws(observed), "the requests of both").toEqual(raws(bare));
      else for (const task of new Set(tasks)) await expectBlocks(world.loop, task, observed, bare);
      const traces = await world.traces();
      expect(traces.length, "the traces of two runs").toBe(2);
      for (const [at, owner] of owners.entries()) {
        const own = traces.filter(({ steps }) => JSON.stringify(steps).includes(`${owner} report.txt`));
        expect(own.length, `traces that hold a result of ${owner}`).toBe(1);
        const turns = [[ok(report, `${owner} report.txt`)], [ok(more, `${owner} more.txt`)]];
        for (const trace of own) {
          expectTrace(trace, { task: tasks[at] ?? "", turns, end: "completed" }, differences);
        }
      }
      for (const agent of observed.agents) await agent.close?.();
    });
  });
}

/** Each request, held against the bare one that it is when the block is thought away. */
async function expectBlocks(loop: Loop, task: string, observed: TwoPlays, bare: TwoPlays): Promise<void> {
  const { text: block } = await loop.recall(task);
  const ofTask = ({ agents }: TwoPlays): readonly SeenRequest[] =>
    agents
      .flatMap(({ requests }) => requests)
      .filter(({ messages }) => messages.some(({ role, text }) => role === "user" && text.startsWith(task)))
      .sort((one, other) => (key(one) < key(other) ? -1 : 1));
  const key = ({ messages }: SeenRequest): string =>
    messages.map(({ role, text }) => (role === "user" ? "" : text)).join("\n");
  const [seen, without] = [ofTask(observed), ofTask(bare)];
  expect(seen.length, `requests of "${task}"`).toBe(without.length);
  for (const [at, request] of seen.entries()) {
    expectNotes(without.slice(at, at + 1), [request], { block, hints: new Map() });
  }
}

export const twoAgents: Scenario = {
  name: "two-agents",
  title: "two agents at once with the same call ids on one model",
  cases: (["generate", "stream"] as const).flatMap((mode) =>
    (["empty", "known"] as const).flatMap((library) =>
      [
        { tasks: owners.map((owner) => `${pushTask} of the ${owner}`), title: "different tasks" },
        { tasks: owners.map(() => pushTask), title: "the same task" },
      ].map(({ tasks, title }) => ({
        title: `${title}: ${mode} with ${library === "empty" ? "an empty library" : "known skills"}`,
        run: (harness, differences) => runCase(harness, { tasks, mode, library }, differences),
      })),
    ),
  ),
};
