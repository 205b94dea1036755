import { asDoubted, decideDoubted, undoubtedClaim } from "../../learn/corroborate/decide-corroboration.ts";
import type { Corroboration, Doubt } from "../../ports/model-stages.ts";
import type { Claim, ClaimDoubt, StoredClaim } from "../../types/claim.ts";
import type { LessonReview, WrittenDraft } from "../../types/model-progress.ts";
import type { Trace } from "../../types/trace.ts";
import type { LearningPorts, LearningRun } from "./learning-run.ts";

/** What a text is found to be. Whoever only supports a skill brings no text, and nobody is asked. */
export async function reviewDraft(
  { learning, store, signal }: LearningPorts,
  { trace, at }: LearningRun,
  { written, support }: WrittenDraft,
): Promise<LessonReview> {
  const [first] = written.lessons;
  if (written.action === "support" || first === undefined)
    return { claims: [], report: { verdict: { decision: "allow", reasons: [] }, assertions: [] } };
  const doubts = await doubtsOf(store, support, trace);
  const failure = (at?.progress.claims ?? [])
    .filter(({ id }) => written.claimIds.includes(id))
    .flatMap(({ decision, cause, quotes }) => [decision, cause, ...quotes.map(({ text }) => text)])
    .join("\n");
  return learning.stages.review(
    { model: learning.model, signal },
    {
      content: first.content,
      holds: [...new Set(written.lessons.flatMap(({ holds }) => holds))],
      verified: written.lessons.some(({ verified }) => verified),
      ...(failure !== "" && { failure }),
      traceId: trace.id,
      scope: trace.scope,
      doubts,
      isCarried: (claims) => carried(support, claims).decision === "go",
    },
  );
}

/** What becomes of a lesson once its claims were doubted; what nobody needs to doubt goes on as it was decided. */
export function carried(support: readonly StoredClaim[], claims: readonly Claim[]): Corroboration {
  if (support.length === 0) return { decision: "go", support, reason: "no claim is in it" };
  return decideDoubted(support.map((stored) => asDoubted(stored, claims)));
}

/** The run's own claim as a review leaves it, with what it says of those of other runs, which are stored already. */
export function claimAfter(own: StoredClaim, { claims }: LessonReview): StoredClaim {
  const after = asDoubted(own, claims);
  const doubts = claims.flatMap(({ id, confidence, doubted }): ClaimDoubt[] =>
    id === own.id || doubted !== true ? [] : [{ id, confidence }],
  );
  return doubts.length === 0 ? after : { ...after, doubts };
}

/** A claim whose run is gone cannot be doubted, and carries nothing. */
async function doubtsOf(
  store: LearningPorts["store"],
  support: readonly StoredClaim[],
  trace: Trace,
): Promise<readonly Doubt[]> {
  const claims = support.flatMap((stored) => undoubtedClaim(stored) ?? []);
  const others = [...new Set(claims.map(({ traceId }) => traceId))].filter((id) => id !== trace.id);
  const filter = { scope: trace.scope, reach: "exact" } as const;
  const traces = [trace, ...(others.length === 0 ? [] : await store.getTraces(filter, others))];
  return claims.flatMap((claim) => {
    const found = traces.find(({ id }) => id === claim.traceId);
    return found === undefined ? [] : [{ claim, trace: found }];
  });
}
