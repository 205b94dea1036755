import type { Corroboration } from "../../ports/model-stages.ts";
import type { Claim, StoredClaim } from "../../types/claim.ts";
import { holdsOf } from "./distinct-runs.ts";

const enoughAlone = 0.8;
const enoughTogether = 0.5;

const confidenceOf = ({ taught }: StoredClaim): number =>
  taught.kind === "root-cause" ? taught.claim.confidence : 1;

const isEnoughAlone = ({ taught }: StoredClaim): boolean =>
  taught.kind === "procedure" ? taught.proposal.goesAlone === true : taught.claim.confidence >= enoughAlone;

/**
 * Whether what distinct runs say is enough to write it down: two of them of which one is fairly sure, or one with direct
 * evidence. Only a claim with a quote of the mechanism is that sure; a procedure says of itself whether it is too much to be
 * chance. Doubt makes claims less sure, so that what waits before it waits after it too. `support` is oldest first.
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

/** A stored claim with what is known of it since, where anything is. */
export function asDoubted(stored: StoredClaim, doubted: readonly Claim[]): StoredClaim {
  const { taught, id } = stored;
  const claim = doubted.find((one) => one.id === id);
  return taught.kind === "procedure" || claim === undefined
    ? stored
    : { ...stored, taught: { ...taught, claim } };
}

/** A claim that a model drew and that nobody has looked at a second time. */
export function undoubtedClaim({ taught }: StoredClaim): Claim | undefined {
  return taught.kind === "root-cause" && taught.claim.doubted !== true ? taught.claim : undefined;
}

/**
 * The decision about claims that were let go before, as it would have been had they been doubted first. One that was not
 * looked at carries nothing.
 */
export function decideDoubted(support: readonly StoredClaim[]): Corroboration {
  const holds = [...new Set(support.flatMap(holdsOf))];
  if (holds.length > 0) return { decision: "hold", reason: heldReason(holds) };
  if (support.some((one) => undoubtedClaim(one) !== undefined))
    return { decision: "wait", reason: "nobody could look at a run that it was drawn from" };
  return decideCorroboration(support);
}

export function heldReason(holds: readonly string[]): string {
  return `it is held for a person: ${holds.join(", ")}`;
}
