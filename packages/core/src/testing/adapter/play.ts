import type { AdapterOptions } from "../../adapter/adapter-options.ts";
import type { SkillLoopError } from "../../errors.ts";
import { memoryStore } from "../../io/memory/memory-store.ts";
import type { Store } from "../../ports/store.ts";
import { SkillLoop } from "../../skill-loop.ts";
import type { Hint, Loop } from "../../types/loop.ts";
import type { Trace } from "../../types/trace.ts";
import type {
  AdapterHarness,
  AgentTurn,
  AgentUnderTest,
  SeenRequest,
  TurnOutcome,
} from "./adapter-harness.ts";
import { contractScope, knownSkills } from "./known-skills.ts";
import type { Mode, Script } from "./scenario.ts";

export type Library = "empty" | "known";

/** What a script came to. */
export interface Play {
  readonly outcomes: readonly TurnOutcome[];
  /** What each turn sent to the model. */
  readonly requests: readonly (readonly SeenRequest[])[];
}

/** Likewise with SkillLoop, and what was seen of it. */
export interface ObservedPlay extends Play {
  readonly loop: Loop;
  readonly traces: readonly Trace[];
  readonly hints: readonly Hint[];
  readonly openRuns: number;
  /** Failures that SkillLoop told of. */
  readonly reported: readonly SkillLoopError[];
}

/** Longer than any turn of a script takes, and short enough to tell which one never came back. */
const turnDeadlineMs = 10_000;

let plays = 0;

/** Fails with words of its own where otherwise the whole test would run out of time. */
export async function within<T>(work: Promise<T>, what: string, deadlineMs = turnDeadlineMs): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} has not come back.`)), deadlineMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

export interface PlayWorld {
  readonly loop: SkillLoop;
  readonly hints: Hint[];
  readonly reported: SkillLoopError[];
  readonly skillLoop: Omit<AdapterOptions<never>, "scope" | "taskId">;
  traces(): Promise<readonly Trace[]>;
}

/** Opens a loop on a library, in a scope that no other play sees, and closes it afterwards. */
export async function withLoop<T>(
  from: { readonly library: Library; readonly store?: Store; readonly recallBudgetMs?: number },
  options: Script["options"],
  body: (world: PlayWorld) => Promise<T>,
): Promise<T> {
  plays += 1;
  const store = from.store ?? (from.library === "known" ? await knownSkills() : memoryStore());
  const scope = { ...contractScope, agent: `play-${plays}` };
  const reported: SkillLoopError[] = [];
  const hints: Hint[] = [];
  const loop = await SkillLoop.open({
    store,
    scope,
    worker: "manual",
    // A busy machine must not decide whether a skill is found.
    recallBudgetMs: from.recallBudgetMs ?? 5_000,
    onError: (error) => reported.push(error),
  });
  const skillLoop = {
    loop,
    ...options,
    onHint: (hint: Hint) => {
      hints.push(hint);
      options?.onHint?.(hint);
    },
  };
  const traces = async (): Promise<readonly Trace[]> => {
    const filter = { scope, reach: "exact" } as const;
    const listed = await store.listTraces(filter, { limit: 100 });
    return store.getTraces(
      filter,
      listed.map(({ id }) => id),
    );
  };
  try {
    return await body({ loop, hints, reported, skillLoop, traces });
  } finally {
    await loop.close();
  }
}

/** The script with the framework alone. */
export async function playBare(harness: AdapterHarness, script: Script, mode: Mode): Promise<Play> {
  const agent = await harness.agent({ tools: script.tools(harness), model: replier(script) });
  const play = await playTurns(agent, script.turns, mode);
  await agent.close?.();
  return play;
}

/** The script with SkillLoop. `after` looks at the loop before it is closed. */
export async function playObserved(
  harness: AdapterHarness,
  script: Script,
  {
    mode,
    library,
    after,
  }: {
    readonly mode: Mode;
    readonly library: Library;
    readonly after?: (play: ObservedPlay) => Promise<void>;
  },
): Promise<ObservedPlay> {
  return withLoop({ library }, script.options, async ({ loop, hints, reported, skillLoop, traces }) => {
    const agent = await harness.agent({ tools: script.tools(harness), model: replier(script), skillLoop });
    const play = await playTurns(agent, script.turns, mode);
    await within(agent.flush(), "flush");
    await loop.flush();
    const observed: ObservedPlay = {
      ...play,
      loop,
      hints,
      reported,
      openRuns: agent.openRuns(),
      traces: await traces(),
    };
    await after?.(observed);
    await agent.close?.();
    return observed;
  });
}

/** Plays turns one after the other. */
export async function playTurns(
  agent: AgentUnderTest,
  turns: Script["turns"],
  mode: Mode,
  deadlineMs = turnDeadlineMs,
): Promise<Play> {
  const outcomes: TurnOutcome[] = [];
  const requests: (readonly SeenRequest[])[] = [];
  for (const turn of turns) {
    const before = agent.requests.length;
    const asked: AgentTurn = { ...turn, mode };
    outcomes.push(await within(agent.turn(asked), `The turn "${turn.task}"`, deadlineMs));
    if (turn.reading === "none") await firstRequest(() => agent.requests.length > before);
    requests.push(agent.requests.slice(before));
  }
  return { outcomes, requests };
}

/** A stream that nobody reads may be given to its host before the model is asked, or never ask it. */
async function firstRequest(isThere: () => boolean): Promise<void> {
  for (let tries = 0; tries < 20 && !isThere(); tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const replier =
  ({ replies }: Script) =>
  (_request: SeenRequest, index: number) =>
    replies[index] ?? { text: "The script has no more replies." };
