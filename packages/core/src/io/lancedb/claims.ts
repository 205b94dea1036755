import type { ClaimStore } from "../../ports/claim-store.ts";
import type { StoredClaim } from "../../types/claim.ts";
import { assertScopes } from "../scope-filter.ts";
import { atPoint } from "./commit-points.ts";
import type { StoreContext } from "./context.ts";
import { and, equal, inScope, isIn, scopeColumns } from "./filter.ts";
import { insertAbsent } from "./ledger.ts";
import { chunksOf, distinctById } from "./table.ts";

/** Ids in one statement. */
const idsPerCommit = 200;

interface ClaimRow {
  readonly id: string;
  readonly state: StoredClaim["state"];
  readonly skill_id: string | null;
  readonly at: number;
  readonly claim_json: string;
}

const columns = ["id", "state", "skill_id", "at", "claim_json"];

export function lanceClaims({ tables, faults }: StoreContext): ClaimStore {
  const { claims } = tables;
  return {
    async addClaims(rows) {
      assertScopes(rows);
      if (rows.length === 0) return;
      await atPoint(faults, "claims-written", () => insertAbsent(claims, rows.map(claimToDisk)));
    },
    async listClaims(filter, { state, traceIds, limit = Number.POSITIVE_INFINITY }) {
      const where = and(
        inScope(filter),
        state === undefined ? undefined : equal("state", state),
        traceIds === undefined ? undefined : isIn("trace_id", traceIds),
      );
      // Not by the store's own limit: rows of one moment would be cut anywhere, and the answer must not depend on it.
      return distinctById(await claims.read<ClaimRow>({ where, columns }))
        .sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1))
        .slice(0, limit)
        .reverse()
        .map(claimFromDisk);
    },
    async useClaims(filter, uses) {
      const scope = inScope(filter);
      // The first use of a claim is its use.
      const skillOf = new Map([...uses].reverse().map(({ id, skillId }) => [id, skillId]));
      for (const ids of chunksOf([...skillOf.keys()], idsPerCommit)) {
        await claims.exclusive(async () => {
          const where = and(scope, isIn("id", ids), equal("state", "waiting"));
          const rows = distinctById(await claims.read<ClaimRow>({ where, columns }));
          const used = rows.map((row) =>
            claimToDisk({ ...claimFromDisk(row), state: "used", skillId: skillOf.get(row.id) ?? "" }),
          );
          if (used.length === 0) return;
          // Checked again when it commits: two processes may want one claim at the same moment.
          const unchanged = { where: "target.state = 'waiting'" };
          await atPoint(faults, "claims-used", () =>
            claims.commit("use claims", (handle) =>
              handle.mergeInsert("id").whenMatchedUpdateAll(unchanged).useIndex(false).execute(used),
            ),
          );
        });
      }
    },
  };
}

function claimToDisk(claim: StoredClaim) {
  const { state, skillId, ...kept } = claim;
  return {
    id: claim.id,
    ...scopeColumns(claim.scope),
    trace_id: claim.traceId,
    state,
    skill_id: skillId ?? null,
    at: claim.at,
    claim_json: JSON.stringify(kept),
  };
}

function claimFromDisk(row: ClaimRow): StoredClaim {
  const kept = JSON.parse(row.claim_json) as Omit<StoredClaim, "state" | "skillId">;
  return { ...kept, state: row.state, ...(row.skill_id !== null && { skillId: row.skill_id }) };
}
