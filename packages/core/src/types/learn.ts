import type { JsonObject, JsonValue } from "./json.ts";
import type { Environment } from "./scope.ts";
import type { Outcome, SignalSource } from "./signal.ts";

/** What `learn` takes: our own form, or a list of messages in one of four formats. */
export type LearnInput = JsonObject | LearnTrace | LearnMessages;

export interface LearnCommon {
  readonly runId?: string;
  readonly task?: string;
  readonly signals?: readonly {
    readonly source: SignalSource;
    readonly outcome: Outcome;
    readonly check?: string;
    readonly exitCode?: number;
    readonly detail?: string;
  }[];
  /** 0-1, from the task's own checker: a test signal. */
  readonly reward?: number;
  /** A test signal only with a named `check`; else the agent's own opinion. */
  readonly outcome?: Outcome;
  readonly check?: string;
  readonly exitCode?: number | null;
  readonly environment?: Environment;
  readonly context?: JsonObject;
  readonly metadata?: Readonly<Record<string, JsonValue>>;
}

export interface LearnTrace extends LearnCommon {
  readonly steps: readonly unknown[];
}

export interface LearnMessages extends LearnCommon {
  readonly format?: "openai" | "anthropic" | "ai-sdk" | "langchain";
  readonly messages: readonly unknown[];
}

export interface Receipt {
  readonly traceId: string;
  /** False when this very run was learned before. */
  readonly added: boolean;
  readonly redactions: number;
  readonly truncated: number;
  readonly stepsDropped: number;
}
