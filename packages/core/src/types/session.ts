import type { JsonObject } from "./json.ts";
import type { Receipt } from "./learn.ts";
import type { RecallHit, RecallOptions } from "./recall.ts";
import type { Environment } from "./scope.ts";
import type { Outcome, SignalSource } from "./signal.ts";
import type { Step } from "./trace.ts";

export interface ToolCallRecord {
  readonly tool?: string;
  /** An alias of `tool`, as most frameworks say it. */
  readonly name?: string;
  readonly input?: unknown;
  readonly output?: unknown;
  readonly error?: unknown;
  readonly exitCode?: number | null;
  readonly callId?: string;
  /** Calls that ran in parallel share a turn. Default: each call is a turn of its own. */
  readonly turn?: number;
  readonly outcome?:
    | "ok"
    | "tool-error"
    | "invalid-input"
    | "unknown-tool"
    | "interrupted"
    | "aborted"
    | "missing";
  readonly durationMs?: number;
}

/** A call that a model asked for and that nobody has answered yet. */
export type AskedCall = Pick<ToolCallRecord, "tool" | "name" | "input" | "callId">;

export interface Hint {
  /** `""` unless that error is known. */
  readonly text: string;
  readonly hits: readonly RecallHit[];
  readonly callId: string;
}

/** What an agent holds: it records and recalls, and cannot approve, widen or roll back. */
export interface Session {
  readonly runId: string;
  readonly task: string;
  /** The block for the prompt: the same bytes for the whole run. */
  skills(options?: RecallOptions): Promise<{ readonly text: string; readonly hits: readonly RecallHit[] }>;
  /** What is recorded so far, neither redacted nor cut. */
  readonly steps: readonly Step[];
  /**
   * Calls that a model asked for in one go: they share a turn, keep this order, and are `missing` until
   * `tool` is given their result. Answers with the ids they are recorded under.
   */
  asked(calls: readonly AskedCall[]): readonly string[];
  /**
   * Records a tool call; for a failed one answers with what is known of that error. A call that was asked
   * for, or that is reported again under its `callId` (a resumed run does both), is one call: the last
   * result counts.
   */
  tool(call: ToolCallRecord): Promise<Hint>;
  /**
   * For `holdHints`: tells that a hint of `tool` goes into a prompt, from which on its skills count as shown.
   * False when the run has been given its notes by then: leave it out.
   */
  give(hint: Hint): boolean;
  user(text: string): void;
  assistant(text: string): void;
  /** The result of an independent check. A process killed by a signal (`exitCode: null`) is unknown. */
  verifiedBy(
    result: boolean | { readonly passed: boolean } | { readonly exitCode: number | null },
    options: { readonly check: string; readonly detail?: string },
  ): void;
  signal(signal: {
    readonly source: Exclude<SignalSource, "test">;
    readonly outcome: Outcome;
    readonly detail?: string;
  }): void;
  used(skill: string): void;
  /** What the agent says of a line stays with the trace; counters by which a line is taken out move by outcomes alone. */
  helpful(bulletId: string): void;
  harmful(bulletId: string): void;
  /** Facts a later re-run of this task needs. */
  context(values: JsonObject): void;
  /** Ends the recording and hands the trace to `learn`. Idempotent. `undefined` when nothing was stored. */
  end(how?: "completed" | "failed" | "aborted"): Promise<Receipt | undefined>;
}

export interface SessionOptions {
  /** False records nothing in the store: for re-runs, and for callers that only want recall. Default true. */
  readonly learn?: boolean;
  /** False recalls nothing: for callers that only record. Default true. */
  readonly recall?: boolean;
  /** True: a hint counts as shown, and `onHint` is told, only once `give` says that it is used. Default false. */
  readonly holdHints?: boolean;
  readonly runId?: string;
  readonly environment?: Environment;
  readonly tools?: readonly string[];
  readonly onHint?: (hint: Hint) => void;
}
