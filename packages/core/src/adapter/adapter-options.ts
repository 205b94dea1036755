import type { Hint, Loop } from "../types/loop.ts";
import type { Scope } from "../types/scope.ts";
import type { ToolStep, Trace } from "../types/trace.ts";

/** A value, or a function of the call that an adapter has before it. */
export type PerCall<Call, Value> = Value | ((call: Call) => Value | undefined);

/** A run that has ended, as `verify` is given it. Its texts are what the agent saw: neither redacted nor cut. */
export interface FinishedRun {
  readonly runId: string;
  readonly task: string;
  readonly scope: Scope;
  readonly steps: readonly ToolStep[];
  /** What the agent said last; `""` when it said nothing. */
  readonly answer: string;
  readonly end: Trace["end"];
}

/** What an independent check found. `exitCode: null` is a check that was killed: it says nothing. */
export type CheckResult =
  | { readonly check: string; readonly passed: boolean; readonly detail?: string }
  | { readonly check: string; readonly exitCode: number | null; readonly detail?: string };

/** What every adapter takes. `Call` is what it knows of one call of its framework. */
export interface AdapterOptions<Call> {
  readonly loop: Loop;
  /** Narrows the loop's scope for this call, as a server with many users needs it. */
  readonly scope?: PerCall<Call, Partial<Scope>>;
  /** Looks at a finished run and says what an independent check found; `undefined` when there is none. */
  readonly verify?: (run: FinishedRun) => CheckResult | undefined | Promise<CheckResult | undefined>;
  /** Calls with the same id belong to one run; it also becomes the run's id. */
  readonly taskId?: PerCall<Call, string>;
  /** False changes no request: neither notes for the task nor hints for errors. Default true. */
  readonly inject?: boolean;
  /** False stores nothing. Default true. */
  readonly record?: boolean;
  readonly onHint?: (hint: Hint) => void;
  /** Ends a run that nothing has touched for this long, in milliseconds. Default 10 minutes. */
  readonly idleTimeoutMs?: number;
}
