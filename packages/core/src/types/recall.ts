import type { Environment } from "./scope.ts";
import type { SkillContent, SkillStatus } from "./skill.ts";

export interface RecallOptions {
  /** At most this many skills, 1-10. Default 3. */
  readonly limit?: number;
  /** Earlier user turns, oldest first: a short follow-up inherits the turn before. */
  readonly history?: readonly string[];
  /** Tools the agent has. A skill whose example needs another one is held back. */
  readonly tools?: readonly string[];
  readonly environment?: Environment;
  /** Confirms a precondition; not asked for trusted skills. */
  readonly probe?: (precondition: string, skill: { readonly name: string }) => boolean | undefined;
  /** Adds per-field scores and every candidate that was turned away. */
  readonly explain?: boolean;
  /** Throw instead of answering with less. */
  readonly strict?: boolean;
}

export interface RecallErrorOptions extends RecallOptions {
  readonly task?: string;
  /** The tool that failed. */
  readonly tool?: string;
  /** Skill ids or names not to give again. */
  readonly exclude?: readonly string[];
}

export interface RecallHit {
  readonly skillId: string;
  readonly name: string;
  readonly version: number;
  readonly status: SkillStatus;
  /** 0.3 / 0.7 / 0.95 for candidate / active / trusted. */
  readonly confidence: number;
  /** Absolute, 0 to 1: comparable between queries. */
  readonly score: number;
  readonly matchedBy: "signature" | "symptom" | "keys";
  /** Learned under other facts than the caller's. */
  readonly stale: boolean;
  readonly content: SkillContent;
  readonly hash: string;
  /** Of the skills in `content.uses`; absent when it uses none. */
  readonly callees?: readonly CalleeSummary[];
}

/** A skill that another one builds on, in one line. */
export interface CalleeSummary {
  readonly name: string;
  /** What it does; absent when it is not offered here. */
  readonly summary?: string;
  /** Whether a check confirmed it. */
  readonly confirmed: boolean;
}

/** Why nothing came. Nothing is a good answer. */
export type AbstainReason =
  | "empty-query"
  | "empty-library"
  | "not-a-task"
  | "below-threshold"
  | "ambiguous"
  | "vetoed"
  | "generic-error"
  | "over-budget"
  | "failed";

export interface RecallResult {
  readonly hits: readonly RecallHit[];
  /** The block for the prompt; `""` when there are no hits. */
  readonly text: string;
  readonly abstained?: { readonly reason: AbstainReason; readonly detail: string };
  /** Set when less than the whole machinery answered. */
  readonly degraded?: string;
  readonly tookMs: number;
  readonly explain?: readonly RecallExplanation[];
}

export interface RecallExplanation {
  readonly skillId: string;
  readonly name: string;
  readonly score: number;
  readonly fields: Readonly<Record<string, number>>;
  readonly terms: readonly string[];
  readonly decision: "served" | "below-threshold" | "vetoed" | "over-limit" | "excluded";
  readonly reason: string;
}
