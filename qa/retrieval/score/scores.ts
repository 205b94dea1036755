import { expectedNames } from "../data/formats.ts";
import { isRight, isRightWithin3, type Outcome } from "./outcome.ts";
import { wilson } from "./wilson.ts";

export interface ClassScore {
  readonly n: number;
  readonly right: number;
  readonly right3: number;
  /** Nothing came, whatever was expected. */
  readonly abstained: number;
  /** Wilson's 95 % interval of the share of `right`, 0 to 1. */
  readonly low: number;
  readonly high: number;
}

export interface OverallScore {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

/** Scores by class, in the order in which classes first appear. */
export function classScores(outcomes: readonly Outcome[]): Readonly<Record<string, ClassScore>> {
  const classes = new Map<string, Outcome[]>();
  for (const outcome of outcomes) {
    const members = classes.get(outcome.probe.class);
    if (members === undefined) classes.set(outcome.probe.class, [outcome]);
    else members.push(outcome);
  }
  return Object.fromEntries([...classes].map(([name, members]) => [name, classScore(members)]));
}

function classScore(outcomes: readonly Outcome[]): ClassScore {
  const n = outcomes.length;
  const right = outcomes.filter(isRight).length;
  return {
    n,
    right,
    right3: outcomes.filter(isRightWithin3).length,
    abstained: outcomes.filter(({ given }) => given.length === 0).length,
    ...wilson(right, n),
  };
}

/**
 * Precision over the first hits given: each wrong or unwanted one is a false positive. Recall over the probes that
 * expect a skill. All three are 0 where there is nothing to divide by.
 */
export function overallScore(outcomes: readonly Outcome[]): OverallScore {
  const given = outcomes.filter((outcome) => outcome.given.length > 0);
  const expecting = outcomes.filter(({ probe }) => expectedNames(probe).length > 0).length;
  return scoreOfCounts({ truePositives: given.filter(isRight).length, given: given.length, expecting });
}

export function scoreOfCounts(counts: {
  readonly truePositives: number;
  readonly given: number;
  readonly expecting: number;
}): OverallScore {
  const { truePositives, given, expecting } = counts;
  const share = (whole: number): number => (whole === 0 ? 0 : truePositives / whole);
  const both = given + expecting;
  return {
    precision: share(given),
    recall: share(expecting),
    f1: both === 0 ? 0 : (2 * truePositives) / both,
  };
}
