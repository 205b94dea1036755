import type { Scope } from "./scope.ts";

/**
 * `origin`: the trace it was learned from. `rerun`: the original task again with the skill in the prompt.
 * `use`: a real run in which it was shown and used. `self` and `judge`: opinions, which never activate.
 */
export type EvidenceKind = "origin" | "rerun" | "use" | "self" | "judge";

/** One ledger row: this version of this skill passed or failed, by which check, in which run. */
export interface Evidence {
  /** Deterministic (skill, version, kind, scope and id of the run), so that writing it twice is writing it once. */
  readonly id: string;
  readonly scope: Scope;
  readonly skillId: string;
  readonly version: number;
  readonly kind: EvidenceKind;
  readonly passed: boolean;
  readonly check?: string;
  readonly runId: string;
  readonly traceId: string;
  /** Whether the learned mistake happened again although the skill was in the prompt. */
  readonly mistakeRepeated: boolean;
  /** How a use was recognised. */
  readonly attributedBy?: "said" | "matched-example";
  /** With a control run: passed with the skill and failed without it is 1, no difference 0, harm -1. */
  readonly lift?: -1 | 0 | 1;
  readonly detail?: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** An audit row. Append-only; nothing decides by it. */
export interface LoopEvent {
  readonly id: string;
  readonly scope: Scope;
  readonly type: string;
  readonly subject: string;
  readonly detail: string;
  readonly by?: string;
  readonly at: number;
}

/** One atomic addition to a skill's or a bullet's counters. */
export interface StatsIncrement {
  readonly scope: Scope;
  readonly skillId: string;
  readonly bulletId?: string;
  readonly shown?: number;
  readonly used?: number;
  readonly helpful?: number;
  readonly harmful?: number;
}

export interface SkillStats {
  readonly skillId: string;
  readonly bulletId?: string;
  readonly shown: number;
  readonly used: number;
  readonly helpful: number;
  readonly harmful: number;
  readonly lastUsedAt?: number;
}
