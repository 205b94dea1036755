import { shortHash } from "../../text/hash.ts";
import type { Claim, StoredClaim } from "../../types/claim.ts";
import type { Lesson } from "../../types/lesson.ts";
import type { HoldReason } from "../../types/lesson-kind.ts";
import type { ProcedureProposal } from "../../types/procedure.ts";
import type { SkillContent } from "../../types/skill.ts";

/** Lessons of repairs count from 0 in their trace; those of a model must not meet them. */
const FIRST_INDEX = 100;
const PROCEDURE_INDEX = 190;

export function claimsOf(support: readonly StoredClaim[]): readonly Claim[] {
  return support.flatMap(({ taught }) => (taught.kind === "root-cause" ? [taught.claim] : []));
}

export function proposalsOf(support: readonly StoredClaim[]): readonly ProcedureProposal[] {
  return support.flatMap(({ taught }) => (taught.kind === "procedure" ? [taught.proposal] : []));
}

/** The key of a lesson that no skill has yet: named by its oldest claim, or by its steps. */
export function lessonKeyOf(support: readonly StoredClaim[]): string {
  const [founder] = support;
  if (founder === undefined) return "";
  const { taught } = founder;
  return taught.kind === "procedure"
    ? `procedure:${taught.proposal.key}`
    : `root-cause:${shortHash(founder.id)}`;
}

/** One lesson for each run that a skill is made of, in the order of `support`. */
export function lessonsOf(
  support: readonly StoredClaim[],
  {
    key,
    content,
    holds,
  }: { readonly key: string; readonly content: SkillContent; readonly holds: readonly HoldReason[] },
): readonly Lesson[] {
  return support.map((stored): Lesson => {
    const { taught, scope, traceId, runId } = stored;
    const run = { kind: content.kind, key, scope, traceId, ...(runId !== undefined && { runId }), content };
    const known = taught.kind === "procedure" ? taught.proposal.holds : taught.claim.holds;
    const own = [...new Set([...(known ?? []), ...holds])];
    if (taught.kind === "procedure") {
      const { task, environment } = taught.proposal;
      const index = PROCEDURE_INDEX;
      return { ...run, index, task, environment, quotes: [], verified: true, holds: own, transient: false };
    }
    const { task, environment, quotes, verified, transient } = taught.claim;
    const index = FIRST_INDEX + indexOf(stored.id);
    return { ...run, index, task, environment, quotes, verified, holds: own, transient };
  });
}

/** The number at the end of `traceId#index`. */
function indexOf(claimId: string): number {
  return Number(/#(\d{1,2})$/.exec(claimId)?.[1] ?? 0);
}
