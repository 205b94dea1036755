import type { Scope } from "./scope.ts";

/**
 * One answer that was asked of a model, for the ledger. Append-only; budgets are decided by it. It outlives the run it was
 * about, and so holds no words of one, a skill's name included.
 */
export interface ModelCall {
  readonly id: string;
  readonly scope: Scope;
  /** A `ModelRole`. */
  readonly role: string;
  readonly model: string;
  readonly traceId?: string;
  readonly outcome: "answered" | "invalid" | "failed";
  /** Requests that reached the server, a repair included. */
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** In the currency of the prices that were set; absent where the model has none. */
  readonly cost?: number;
  readonly durationMs: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

export interface ModelCallTotals {
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cost: number;
}
