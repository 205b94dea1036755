import type { JsonObject, JsonValue } from "./json.ts";
import type { Environment, Scope } from "./scope.ts";
import type { Signal } from "./signal.ts";

/**
 * How one tool call ended. `interrupted` (approval, hand-off) is control flow: never a failure, never a
 * lesson. `missing` means that no result was ever seen.
 */
export type StepOutcome =
  | "ok"
  | "tool-error"
  | "invalid-input"
  | "unknown-tool"
  | "interrupted"
  | "aborted"
  | "missing";

export interface ToolStep {
  readonly kind: "tool";
  readonly tool: string;
  /** Unique in the trace. Made up per occurrence where the source gave none. */
  readonly callId: string;
  /**
   * Which model turn issued the call, counted from 0. Calls of one turn ran in parallel: none of them can
   * have been issued because another one failed.
   */
  readonly turn: number;
  readonly input: JsonValue;
  readonly outcome: StepOutcome;
  readonly output?: string;
  /** What went wrong, as the agent saw it. Present when `outcome` is not `ok`. */
  readonly error?: string;
  readonly exitCode?: number;
  readonly durationMs?: number;
}

export interface TextStep {
  readonly kind: "text";
  readonly role: "user" | "assistant" | "system";
  readonly turn: number;
  readonly text: string;
}

export type Step = ToolStep | TextStep;

/** A skill that stood in this run's prompt. Shown is not used. */
export interface ShownSkill {
  readonly skillId: string;
  readonly name: string;
  readonly version: number;
  readonly when: "task" | "error";
  /** The failed call that a hint was bound to. */
  readonly callId?: string;
}

/** Marks the run as a re-run of a skill's own task: evidence for that version, and never a source of skills. */
export interface RerunOf {
  readonly jobId: string;
  readonly skillId: string;
  readonly version: number;
}

/** What happened in one run of one task, after validation, redaction and capping. */
export interface Trace {
  readonly id: string;
  readonly scope: Scope;
  /** The run as its host names it: two runs that look alike are two when their run ids differ. */
  readonly runId?: string;
  readonly task: string;
  readonly steps: readonly Step[];
  readonly signals: readonly Signal[];
  readonly shown: readonly ShownSkill[];
  /** Names of skills the agent said it used. */
  readonly used: readonly string[];
  readonly bulletFeedback: readonly BulletFeedback[];
  readonly environment: Environment;
  /** What a re-run needs beside the task, free in form: a fixture, a commit, a setup command. */
  readonly context: JsonObject;
  readonly metadata: Readonly<Record<string, string>>;
  readonly end: "completed" | "failed" | "aborted";
  readonly rerunOf?: RerunOf;
  /** Milliseconds since the epoch. */
  readonly recordedAt: number;
}

export interface BulletFeedback {
  readonly skillId: string;
  readonly bulletId: string;
  readonly verdict: "helpful" | "harmful";
}
