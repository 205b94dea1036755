import type { BaselineResult } from "./baselines/baseline.ts";
import type { ClassScore } from "./score/scores.ts";

/** Percent of a class's probes, and points over the best baseline where such a margin is asked. */
export interface ClassBar {
  readonly floor: number;
  readonly aim: number;
  readonly margin?: number;
}

const first: ClassBar = { floor: 95, aim: 99 };
const elsewhere: ClassBar = { floor: 90, aim: 97 };

export const classBars: Readonly<Record<string, ClassBar>> = {
  direct: first,
  question: first,
  sibling: first,
  error: first,
  step: elsewhere,
  environment: elsewhere,
  paraphrase: { floor: 45, aim: 85, margin: 15 },
  intent: { floor: 88, aim: 97 },
  knowledge: first,
  creation: first,
  unrelated: first,
  lexical: { floor: 50, aim: 80, margin: 30 },
  "follow-up": { floor: 80, aim: 95 },
};

export const f1Bar = { margin: 0.08, aim: 0.9 } as const;
/** Probes of a class that may be lost to the distractors. */
export const mostLost = 3;
/** Probes of a class, and those of them in the test half. */
export const leastProbes = { all: 100, test: 60 } as const;

export function percentRight({ n, right }: Pick<ClassScore, "n" | "right">): number {
  return n === 0 ? 0 : (100 * right) / n;
}

/** The highest share any baseline reaches in a class, in percent. */
export function bestBaseline(baselines: readonly BaselineResult[], name: string): number {
  return Math.max(0, ...baselines.map(({ classes }) => percentRight(classes[name] ?? { n: 0, right: 0 })));
}

export function bestBaselineF1(baselines: readonly BaselineResult[]): number {
  return Math.max(0, ...baselines.map(({ f1 }) => f1));
}

/** Floor, aim and figure in one word for a reader. */
export function verdict(name: string, score: ClassScore, baselines: readonly BaselineResult[]): string {
  const bar = classBars[name];
  if (bar === undefined) return "-";
  const percent = percentRight(score);
  const margin = percent - bestBaseline(baselines, name);
  if (percent < bar.floor) return `UNDER FLOOR by ${(bar.floor - percent).toFixed(1)}`;
  if (bar.margin !== undefined && margin < bar.margin)
    return `UNDER MARGIN by ${(bar.margin - margin).toFixed(1)}`;
  return percent >= bar.aim ? "aim met" : `aim missed by ${(bar.aim - percent).toFixed(1)}`;
}
