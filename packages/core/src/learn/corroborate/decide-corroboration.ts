import type { Corroboration } from "../../ports/model-stages.ts";
import type { StoredClaim } from "../../types/claim.ts";

const enoughAlone = 0.8;
const enoughTogether = 0.5;

const confidenceOf = ({ taught }: StoredClaim): number =>
  taught.kind === "root-cause" ? taught.claim.confidence : 1;

const isEnoughAlone = ({ taught }: StoredClaim): boolean =>
  taught.kind === "procedure" ? taught.proposal.goesAlone === true : taught.claim.confidence >= enoughAlone;

/**
 * Whether what distinct runs say is enough to write it down: two of them of which one is fairly sure, or one with direct
 * evidence. Only a claim with a quote of the mechanism that a second look bore out is that sure; a procedure says of
 * itself whether it is too much to be chance. `support` is oldest first.
 */
export function decideCorroboration(support: readonly StoredClaim[]): Corroboration {
  const runs = support.length;
  if (support.some(isEnoughAlone)) {
    const reason = runs > 1 ? `${runs} runs say the same` : "the run alone shows it";
    return { decision: "go", support, reason };
  }
  if (runs < 2) return { decision: "wait", reason: "it waits for another run that says the same" };
  const best = Math.max(...support.map(confidenceOf));
  if (best < enoughTogether)
    return { decision: "wait", reason: `${runs} runs say the same and none of them is sure of it` };
  return { decision: "go", support, reason: `${runs} runs say the same` };
}
