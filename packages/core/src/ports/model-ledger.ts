import type { ModelCall, ModelCallTotals } from "../types/model-call.ts";
import type { ScopeFilter } from "./store.ts";

/** What was asked of models, and what it cost. Part of the store, since processes share a budget. */
export interface ModelLedger {
  /** Insert-if-absent by id. */
  addModelCalls(rows: readonly ModelCall[]): Promise<void>;
  /** Forgets the calls made before `before`, milliseconds since the epoch. */
  deleteModelCalls(filter: ScopeFilter, query: { readonly before: number }): Promise<void>;
  /** Of calls made at or after `since`, by role, or of one trace. Roles without a call are left out. */
  sumModelCalls(
    filter: ScopeFilter,
    query: { readonly since?: number; readonly traceId?: string },
  ): Promise<Readonly<Record<string, ModelCallTotals>>>;
}
