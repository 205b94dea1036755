import Table from "cli-table3";
import { atLeast, atMost, told } from "../figure.ts";
import type { Figure } from "../report.ts";
import type { ArmName, Arms, SeedResult } from "./arms.ts";
import type { SecondRun } from "./second-round.ts";
import { signTest } from "./sign-test.ts";

/** What the model's server counted while one seed was played. */
export interface ModelUse {
  /** Answers given for traces that reached reflect, repairs of an answer included. */
  readonly answers: number;
  /** Answers about the security of repairs: their traces never reach reflect. */
  readonly otherAnswers: number;
  readonly reflectedTraces: number;
  readonly tokens: number;
}

const leastGain = 8;
const mostPlaceboGain = 1;
const mostCalls = 3;
const charactersPerToken = 4;

const solvedIn = (runs: readonly SecondRun[]): number => runs.filter(({ solved }) => solved).length;

/** The figures of one seed. Bars that need an arm which did not run are left out; the command says so. */
export function seedFigures(result: SeedResult, use?: ModelUse): readonly Figure[] {
  const { arms } = result;
  const at = placeOf(result);
  const figures: Figure[] = [];
  for (const [arm, runs] of armsOf(arms)) {
    const solved = solvedIn(runs);
    const characters = runs.reduce((sum, { noteCharacters }) => sum + noteCharacters, 0);
    figures.push(
      told(`${dashed(arm)}.solved`, at, solved, "of 24"),
      told(`${dashed(arm)}.repeated-mistakes`, at, runs.filter(({ repeated }) => repeated).length, "of 20"),
      told(
        `${dashed(arm)}.note-tokens`,
        at,
        characters / charactersPerToken / Math.max(1, solved),
        "a solved task",
      ),
    );
  }
  return [...figures, ...bars(arms, at), ...pairTests(arms, at), ...(use ? modelFigures(arms, use, at) : [])];
}

function bars(arms: Arms, at: string): readonly Figure[] {
  const gain = (arm: readonly SecondRun[], over: readonly SecondRun[]): number =>
    solvedIn(arm) - solvedIn(over);
  const { none = [], both, placebo, "raw attempts": raw, "repairs only": repairs } = arms;
  return [
    ...(both ? [atLeast("both.more-than-none", at, gain(both, none), "tasks", leastGain)] : []),
    ...(both && raw ? [atLeast("both.more-than-raw", at, gain(both, raw), "tasks", 0)] : []),
    ...(repairs ? [atLeast("repairs-only.more-than-none", at, gain(repairs, none), "tasks", 1)] : []),
    ...(placebo ? [atMost("placebo.more-than-none", at, gain(placebo, none), "tasks", mostPlaceboGain)] : []),
  ];
}

/** The best arm that ran against every other one, by an exact sign test over the pairs of tasks. */
function pairTests(arms: Arms, at: string): readonly Figure[] {
  const subject: ArmName = arms.both === undefined ? "repairs only" : "both";
  const own = arms[subject] ?? [];
  return armsOf(arms)
    .filter(([arm]) => arm !== subject)
    .map(([arm, runs]) => {
      const { first, second, p } = signTest(
        own.map(({ solved }, index) => [solved, runs[index]?.solved === true]),
      );
      return told(`${dashed(subject)}.against.${dashed(arm)}`, `${at}, ${first} to ${second}`, p, "p");
    });
}

function modelFigures({ both = [] }: Arms, use: ModelUse, at: string): readonly Figure[] {
  const { answers, otherAnswers, reflectedTraces, tokens } = use;
  return [
    atMost(
      "model.calls",
      `${at}, ${reflectedTraces} traces reflected`,
      answers / reflectedTraces,
      "a trace",
      mostCalls,
    ),
    told("model.calls-of-all-traces", at, answers + otherAnswers, "answers"),
    told("model.tokens", at, tokens / Math.max(1, solvedIn(both)), "a solved task"),
  ];
}

/** Which task was solved in which arm, with the ways the agent went: for a person to read. */
export function seedTable({ firstRuns, arms }: SeedResult): string {
  const names = armsOf(arms).map(([arm]) => arm);
  const table = new Table({
    head: ["task", "sort", "first round", ...names],
    style: { head: [], border: [] },
  });
  const mark = (passed: boolean, ways: readonly number[]): string =>
    `${passed ? "yes" : "no "} ${ways.join(">")}`;
  for (const [index, { task }] of (arms.none ?? []).entries()) {
    const first = firstRuns.find((run) => run.task === task);
    const cells = armsOf(arms).map(([, runs]) => {
      const run = runs[index];
      return run === undefined ? "" : mark(run.solved, run.ways);
    });
    table.push([task.id, task.sort, first === undefined ? "" : mark(first.passed, first.ways), ...cells]);
  }
  return table.toString();
}

function armsOf(arms: Arms): readonly (readonly [ArmName, readonly SecondRun[]])[] {
  return Object.entries(arms) as unknown as readonly (readonly [ArmName, readonly SecondRun[]])[];
}

const placeOf = ({ seed, rounds }: SeedResult): string =>
  rounds === 1 ? `seed ${seed}` : `seed ${seed}, first round played ${rounds} times`;

const dashed = (arm: ArmName): string => arm.replace(" ", "-");
