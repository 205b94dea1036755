import type { LoopOptions } from "@skillloop/core";

/** What is passed to `SkillLoop.open` beside the options of the benchmark. */
export type RecallTuning = Partial<LoopOptions>;

/** A rule of recall that can be taken out, and how. */
export interface RecallRule {
  readonly rule: string;
  readonly without: RecallTuning;
}

/** The rules of recall that `--ablate` takes out one by one. */
export const recallRules: readonly RecallRule[] = [];
