import type { ClaimStore } from "../../ports/claim-store.ts";
import type { StoredClaim } from "../../types/claim.ts";
import { assertFilter, assertScopes, isReached } from "../scope-filter.ts";
import { copyOf, insertAbsent } from "./copies.ts";

export function memoryClaims(claims: Map<string, StoredClaim>): ClaimStore {
  return {
    async addClaims(rows) {
      assertScopes(rows);
      insertAbsent(claims, rows, ({ id }) => id);
    },
    async listClaims(filter, { state, traceIds, limit = Number.POSITIVE_INFINITY }) {
      assertFilter(filter);
      return [...claims.values()]
        .filter((row) => isReached(filter, row.scope))
        .filter((row) => state === undefined || row.state === state)
        .filter((row) => traceIds === undefined || traceIds.includes(row.traceId))
        .sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1))
        .slice(0, limit)
        .reverse()
        .map(copyOf);
    },
    async useClaims(filter, uses) {
      assertFilter(filter);
      for (const { id, skillId } of uses) {
        const row = claims.get(id);
        if (row?.state !== "waiting" || !isReached(filter, row.scope)) continue;
        claims.set(id, { ...row, state: "used", skillId });
      }
    },
  };
}
