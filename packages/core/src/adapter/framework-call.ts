import { callArguments } from "../trace/call-arguments.ts";
import type { ToolCallRecord } from "../types/loop.ts";

/** A call that a model asked for, as its framework names it. */
export interface FrameworkCall {
  readonly id?: string | undefined;
  readonly tool: string;
  /** Parsed, or still the JSON text that the model wrote. */
  readonly input: unknown;
}

/** What is known of a call's result. */
export interface FrameworkResult extends Pick<ToolCallRecord, "output" | "error" | "outcome" | "durationMs"> {
  readonly id?: string | undefined;
  readonly tool?: string | undefined;
  readonly input?: unknown;
  /** Which of the calls with this id. Default: one that has no result yet, else the latest. */
  readonly occurrence?: number;
  /** True when the host reported it itself, false when it was read from a message. */
  readonly exact: boolean;
}

/** What a model wrote as arguments, as the value that its tool is given. */
export const readArguments = (input: unknown): unknown =>
  typeof input === "string" ? callArguments(input).input : input;
