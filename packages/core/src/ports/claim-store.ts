import type { StoredClaim } from "../types/claim.ts";
import type { ScopeFilter } from "./store.ts";

/** Claims that wait for another run, and what became of them. Part of the store: `deleteTraces` takes theirs along. */
export interface ClaimStore {
  /** Insert-if-absent by the claim's id. */
  addClaims(rows: readonly StoredClaim[]): Promise<void>;
  /** Oldest run first, then by id. With a `limit` the newest ones, in the same order. */
  listClaims(
    filter: ScopeFilter,
    query: {
      readonly state?: StoredClaim["state"];
      readonly traceIds?: readonly string[];
      readonly limit?: number;
    },
  ): Promise<readonly StoredClaim[]>;
  /**
   * Waiting claims become `used` by a skill; of several uses of one claim one wins. Those that do not wait stay as they
   * are.
   */
  useClaims(filter: ScopeFilter, uses: readonly ClaimUse[]): Promise<void>;
}

export interface ClaimUse {
  /** Of the claim. */
  readonly id: string;
  readonly skillId: string;
}
