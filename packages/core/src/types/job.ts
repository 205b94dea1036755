import type { JsonValue } from "./json.ts";
import type { Scope } from "./scope.ts";
import type { RerunSpec } from "./skill.ts";

export type JobKind = "trace" | "rerun";

export type JobState = "waiting" | "leased" | "done" | "dead";

/**
 * Where a trace ended. `waiting`: a model drew a lesson from it that needs another run to say the same; `errored` is
 * breakage, never strictness.
 */
export type JobResult = "learned" | "rejected" | "skipped" | "waiting" | "errored";

export interface Job {
  /** The trace id, or `skillId@version` for a re-run. */
  readonly id: string;
  readonly scope: Scope;
  readonly kind: JobKind;
  readonly state: JobState;
  readonly attempts: number;
  /** Not to be claimed before, milliseconds since the epoch. */
  readonly notBefore: number;
  readonly leaseOwner?: string;
  readonly leaseUntil?: number;
  /** The last stage that finished, and what it left for the next one. */
  readonly stage?: string;
  readonly stageResult?: JsonValue;
  readonly result?: JobResult;
  /** Why it ended as it did, for `trace(id)`. */
  readonly reason?: string;
  /** Names of skills it made or added to. */
  readonly skills: readonly string[];
  readonly rerun?: RerunSpec;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** What `process()` did. Counts are kept apart, so that breakage never looks like strictness. */
export interface ProcessReport {
  readonly learned: number;
  readonly rejected: number;
  readonly skipped: number;
  /** Those that are still in the queue, and those whose lesson waits for another run. */
  readonly waiting: number;
  readonly errored: number;
  readonly traces: readonly TraceFate[];
  /**
   * Set when no model answered, so that the traces that need one wait; nothing of them is lost. What needs no model was
   * done all the same.
   */
  readonly paused?: { readonly code: string; readonly detail: string };
}

export interface TraceFate {
  readonly traceId: string;
  readonly state: JobState;
  readonly result?: JobResult;
  /** The stage that ended it, or the one it waits for. */
  readonly stage: string;
  readonly reason: string;
  readonly skills: readonly string[];
  readonly attempts: number;
}
