import { expect } from "vitest";
import type { Loop } from "../../../types/loop.ts";
import type { AdapterHarness, AgentUnderTest, ScriptedTool, SeenRequest } from "../adapter-harness.ts";
import type { Differences } from "../differences.ts";
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

const [first, second] = ["report.txt", "more.txt"] as const;
const report = call("call_1", "read_file", { path: first });
const more = call("call_2", "read_file", { path: second });

/** The one model knows nothing of its callers: it goes by what it is sent, as a real one does. */
function model({ messages }: SeenRequest) {
  const results = messages.filter(({ role }) => role === "tool");
  if (results.length === 0) return calls(report);
  if (results.length === 1) return calls(more);
  return say(`Read: ${results.map(({ text }) => text).join(", ")}`);
}

/** How the two go together: call by call, or the second one whole while the first waits for a tool. */
type Pace = "in step" | "one inside the other";

/** Waits in each tool call for what the pace asks, before the call ends. */
type Wait = (owner: Owner, path: unknown) => Promise<void>;

/** So that a tool of one agent does not wait for ever for the other agent. */
const patienceMs = 500;

/** Lets two go on when both have come, time after time. */
function meetingPoint(): Wait {
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

const readFile = (owner: Owner, wait: Wait): ScriptedTool => ({
  name: "read_file",
  description: "Reads a file",
  fields: { path: "string" },
  run: async ({ path }) => {
    await wait(owner, path);
    return `${owner} ${String(path)}`;
  },
});

interface TwoPlays {
  readonly plays: readonly Play[];
  readonly agents: readonly AgentUnderTest[];
}

interface Meeting {
  readonly tasks: readonly string[];
  readonly pace: Pace;
  readonly mode: Mode;
}

async function playBoth(
  harness: AdapterHarness,
  { tasks, pace, mode }: Meeting,
  skillLoop?: PlayWorld["skillLoop"],
): Promise<TwoPlays> {
  const shared = {};
  const meet = meetingPoint();
  let begin = (): void => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const wait: Wait = async (owner, path) => {
    if (pace === "in step") return meet(owner, path);
    if (owner !== "north" || path !== first) return;
    begin();
    await south;
  };
  const agentOf = async (owner: Owner): Promise<AgentUnderTest> =>
    harness.agent({ tools: [bash, readFile(owner, wait)], model, shared, ...(skillLoop && { skillLoop }) });
  const agents = [await agentOf("north"), await agentOf("south")] as const;
  if (pace === "in step") begin();
  const south = begun.then(() => playTurns(agents[1], [{ task: tasks[1] ?? "" }], mode));
  const north = playTurns(agents[0], [{ task: tasks[0] ?? "" }], mode).finally(begin);
  return { plays: await Promise.all([north, south]), agents };
}

const raws = ({ agents }: TwoPlays): readonly string[] =>
  agents.flatMap(({ requests }) => requests.map(({ raw }) => raw)).sort();

function runCase(
  harness: AdapterHarness,
  { library, ...meeting }: Meeting & { readonly library: Library },
  differences: Differences,
): Promise<void> {
  const { tasks } = meeting;
  return withoutStrayRejections(async () => {
    const bare = await playBoth(harness, meeting);
    for (const [at, owner] of owners.entries()) {
      const answer = `Read: ${owner} ${first}, ${owner} ${second}`;
      expect(bare.plays[at]?.outcomes[0]?.answer, "the scenario itself").toBe(answer);
    }
    for (const agent of bare.agents) await agent.close?.();
    await withLoop({ library }, undefined, async (world) => {
      const observed = await playBoth(harness, meeting, world.skillLoop);
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
        const own = traces.filter(({ steps }) => JSON.stringify(steps).includes(`${owner} ${first}`));
        expect(own.length, `traces that hold a result of ${owner}`).toBe(1);
        const turns = [[ok(report, `${owner} ${first}`)], [ok(more, `${owner} ${second}`)]];
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

const different = owners.map((owner) => `${pushTask} of the ${owner}`);
const same = owners.map(() => pushTask);

const meetings: readonly (Omit<Meeting, "mode"> & { readonly title: string })[] = [
  { title: "different tasks", tasks: different, pace: "in step" },
  { title: "the same task", tasks: same, pace: "in step" },
  { title: "the same task, one inside the other", tasks: same, pace: "one inside the other" },
];

export const twoAgents: Scenario = {
  name: "two-agents",
  title: "two agents at once with the same call ids on one model",
  cases: meetings.flatMap(({ title, ...meeting }) =>
    (["generate", "stream"] as const).flatMap((mode) =>
      (["empty", "known"] as const).map(
        (library): ContractCase => ({
          title: `${title}: ${mode} with ${library === "empty" ? "an empty library" : "known skills"}`,
          run: (harness, differences) => runCase(harness, { ...meeting, mode, library }, differences),
        }),
      ),
    ),
  ),
};
