import { principalOf } from "../../learn/corroborate/distinct-runs.ts";
import type { StoredClaim } from "../../types/claim.ts";
import type { ProcedureProposal } from "../../types/procedure.ts";
import type { LearningRun } from "./learning-run.ts";

/** What the run taught, as it goes into the claims. */
export function taughtBy({ trace, at }: LearningRun): readonly StoredClaim[] {
  const { claims = [], procedure } = at?.progress ?? {};
  const principal = principalOf(trace);
  const run = {
    scope: trace.scope,
    traceId: trace.id,
    ...(trace.runId !== undefined && { runId: trace.runId }),
    ...(principal !== undefined && { principal }),
    at: trace.recordedAt,
  } as const;
  const stateOf = ({ holds = [] }: Pick<ProcedureProposal, "holds">): "held" | "waiting" =>
    holds.length > 0 ? "held" : "waiting";
  const taught: StoredClaim[] = claims.map((claim) => ({
    ...run,
    id: claim.id,
    taught: { kind: "root-cause", claim },
    state: stateOf(claim),
  }));
  if (procedure !== undefined)
    taught.push({
      ...run,
      id: `${trace.id}#procedure`,
      taught: { kind: "procedure", proposal: procedure },
      state: stateOf(procedure),
    });
  return taught;
}
