import type { AgentRun, FrameworkResult } from "@skillloop/core/adapter";
import type { TaskScope } from "./run-with-task.ts";

export type RunEnd = "completed" | "failed" | "aborted";

/** A model request under way: what is seen of its answer is recorded when the run ends without the rest. */
export interface OpenRequest {
  hasSeen(callId: string): boolean;
  /** Records what has arrived and lets go of the host. Once. */
  giveUp(): void;
}

/** What this adapter keeps of a run beside what the engine records of it. */
export interface OpenRun {
  readonly run: AgentRun;
  /** What the user of its first request said last; its task may have been given in other words. */
  readonly said: string;
  /** Requests of one task id are one run, also when they are not of one conversation. */
  isNamed: boolean;
  /** The headers object of its latest request, by which requests of one call of the SDK are known. */
  sdkCall: unknown;
  readonly requests: Set<OpenRequest>;
  readonly scope: TaskScope | undefined;
  /** Results that were reported before their response had ended. */
  readonly early: FrameworkResult[];
  /** How many of its requests have failed in a row. */
  failures: number;
  holders: number;
  /** Whether the latest response came as a stream: its loop may go on when the host's function is over. */
  streams: boolean;
  /** Runs while a failed request may be sent again. */
  retry: ReturnType<typeof setTimeout> | undefined;
  /** Called when it is no longer open: what knows of it forgets it. */
  readonly onForgotten: (() => void)[];
}

/** Result of a call: kept back while the response that asked for it is still arriving. */
export function reportResult(open: OpenRun, result: FrameworkResult): void {
  const { id } = result;
  const arriving = id !== undefined && [...open.requests].some((request) => request.hasSeen(id));
  if (arriving) open.early.push(result);
  else open.run.answered(result);
}

export function hold(open: OpenRun): void {
  open.holders += 1;
  open.run.held = true;
}

export function release(open: OpenRun): void {
  open.holders = Math.max(0, open.holders - 1);
  open.run.held = open.holders > 0;
}

export function stopWaitingForRetry(open: OpenRun): void {
  open.run.awaitsRetry = false;
  if (open.retry === undefined) return;
  clearTimeout(open.retry);
  open.retry = undefined;
}
