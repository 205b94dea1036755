import { expect } from "vitest";
import type { AdapterHarness } from "./adapter-harness.ts";
import type { Differences } from "./differences.ts";
import { expectSameForHost } from "./expect-host.ts";
import { expectNotes, expectUntouched } from "./expect-requests.ts";
import { expectTraces } from "./expect-trace.ts";
import { type Library, type ObservedPlay, type Play, playBare, playObserved } from "./play.ts";
import { withoutStrayRejections } from "./rejections.ts";
import type { ContractCase, Expectation, Mode, Script } from "./scenario.ts";

const bothModes: readonly Mode[] = ["generate", "stream"];

/**
 * A script as cases: played without SkillLoop, then with an empty library and with known skills, each in
 * every mode. `after` looks at the loop once all is stored.
 */
export function scriptedCases(
  script: Script,
  expectation: Expectation,
  options: {
    readonly modes?: readonly Mode[];
    /** Goes in front of the case titles. */
    readonly title?: string;
    readonly after?: (play: ObservedPlay, library: Library, bare: Play) => Promise<void>;
  } = {},
): readonly ContractCase[] {
  const { modes = bothModes, title = "", after } = options;
  return modes.flatMap((mode) =>
    (["empty", "known"] as const).map((library): ContractCase => {
      const skills = library === "empty" ? "an empty library" : "known skills";
      return {
        title: `${title === "" ? "" : `${title}: `}${mode} with ${skills}`,
        isThere: (harness) => happens(harness, script, { expectation, mode }),
        run: (harness, differences) =>
          withoutStrayRejections(async () => {
            const bare = await playBare(harness, script, mode);
            expectation.shows(bare, mode);
            await playObserved(harness, script, {
              mode,
              library,
              after: async (play) => {
                await expectPlay(bare, play, { script, expectation, library, differences });
                await after?.(play, library, bare);
              },
            });
          }),
      };
    }),
  );
}

async function happens(
  harness: AdapterHarness,
  script: Script,
  { expectation, mode }: { readonly expectation: Expectation; readonly mode: Mode },
): Promise<boolean> {
  try {
    expectation.shows(await playBare(harness, script, mode), mode);
    return true;
  } catch {
    return false;
  }
}

async function expectPlay(
  bare: Play,
  play: ObservedPlay,
  about: {
    readonly script: Script;
    readonly expectation: Expectation;
    readonly library: Library;
    readonly differences: Differences;
  },
): Promise<void> {
  const { script, expectation, library, differences } = about;
  expectSameForHost(bare, play);
  expectTraces(play.traces, expectation.traces, differences);
  expectQuiet(play);
  if (library === "empty") {
    expectUntouched(bare, play);
    return;
  }
  await expectKnown(bare, play, script, expectation);
}

/** Nothing is left open and nothing went wrong on our side. */
export function expectQuiet(play: Pick<ObservedPlay, "openRuns" | "reported">): void {
  expect(play.openRuns, "runs left open after flush").toBe(0);
  expect(play.reported.map(String), "failures of our own").toEqual([]);
}

async function expectKnown(
  bare: Play,
  play: ObservedPlay,
  script: Script,
  { traces, hinted = [] }: Expectation,
): Promise<void> {
  expect(play.hints.map(({ callId }) => callId).sort(), "the calls that got a hint").toEqual(
    [...hinted].sort(),
  );
  for (const [at, { task }] of script.turns.entries()) {
    const recalled = await play.loop.recall(task, { history: historyOf(script, at) });
    const failed = (traces.find((wanted) => wanted.task === task)?.turns ?? [])
      .flat()
      .filter(({ outcomes }) => !outcomes.includes("ok"))
      .map(({ call }) => call.id);
    const given = play.hints.filter(({ callId }) => failed.includes(callId));
    const hints = new Map(given.map(({ callId, text }) => [callId, text]));
    expectNotes(bare.requests[at] ?? [], play.requests[at] ?? [], { block: recalled.text, hints });
    const trace = play.traces.find((stored) => stored.task === task);
    if (trace === undefined) continue;
    const shown = trace.shown.map(({ name, when, callId }) => `${name} ${when} ${callId ?? ""}`);
    expect(shown, `the skills that "${task}" was shown`).toEqual([
      ...recalled.hits.map(({ name }) => `${name} task `),
      ...given.flatMap((hint) => hint.hits.map(({ name }) => `${name} error ${hint.callId}`)),
    ]);
  }
}

/** What was asked before on the same thread. */
function historyOf({ turns }: Script, at: number): readonly string[] {
  const { thread } = turns[at] ?? {};
  if (thread === undefined) return [];
  return turns
    .slice(0, at)
    .filter((turn) => turn.thread === thread && turn.resume === undefined)
    .map(({ task }) => task);
}

/** For the `shows` of scenarios: some request holds this in the result of a call. */
export function expectToolResult(bare: Play, callId: string, text: string): void {
  const results = bare.requests
    .flat()
    .flatMap(({ messages }) => messages.filter((message) => message.callId === callId));
  expect(results.map((message) => message.text).join("\n"), `the result of ${callId}`).toContain(text);
}

/** For the `shows` of scenarios: what the turns said in the end. */
export function expectAnswers(bare: Play, ...answers: readonly string[]): void {
  expect(bare.outcomes.map(({ answer }) => answer)).toEqual(answers);
}
