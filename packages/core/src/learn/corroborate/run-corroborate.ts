import type { CorroborateStage } from "../../ports/model-stages.ts";
import type { SkillFinder } from "../../ports/skill-finder.ts";
import type { StoredClaim } from "../../types/claim.ts";
import { decideCorroboration, heldReason } from "./decide-corroboration.ts";
import { byAge, candidatesFor, distinctRuns, fewEnough, holdsOf } from "./distinct-runs.ts";
import { meaningOf, saysTheSame } from "./says-the-same.ts";

/** Of others, oldest first, those that say the same as `one`. */
async function alike(
  finder: SkillFinder,
  one: StoredClaim,
  others: readonly StoredClaim[],
): Promise<readonly StoredClaim[]> {
  const { taught } = one;
  if (others.length === 0) return [];
  if (taught.kind === "procedure")
    return others.filter(
      (other) => other.taught.kind === "procedure" && other.taught.proposal.key === taught.proposal.key,
    );
  const claims = others.flatMap((stored) =>
    stored.taught.kind === "root-cause" ? [{ stored, claim: stored.taught.claim }] : [],
  );
  const cosines = await finder.similarity(
    meaningOf(taught.claim),
    claims.map(({ claim }) => meaningOf(claim)),
  );
  return claims
    .filter(({ claim }, at) => saysTheSame(taught.claim, claim, cosines?.[at]))
    .map(({ stored }) => stored);
}

/**
 * Whether what one run teaches is written down, with the runs that say the same: they must agree with the oldest of them
 * as well as with the own one, or a chain of neighbours would make one skill of many matters. Calls no model.
 */
export const corroborate: CorroborateStage = async ({ finder }, { own, waiting }) => {
  const holds = holdsOf(own);
  if (holds.length > 0) return { decision: "hold", reason: heldReason(holds) };
  const near = await alike(finder, own, candidatesFor(own, waiting));
  const [founder = own, ...rest] = near.toSorted(byAge);
  const agreed = founder === own ? [] : [founder, ...(await alike(finder, founder, rest))];
  const made = decideCorroboration(distinctRuns(own, agreed));
  return made.decision === "go" ? { ...made, support: fewEnough(own, made.support) } : made;
};
