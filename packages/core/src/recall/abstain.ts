import type { AbstainReason } from "../types/recall.ts";
import type { Candidate, TurnedAway } from "./candidate.ts";
import { statusRank } from "./status-rank.ts";

/** A second skill has to come this close to the first. */
const nearness = 0.8;
/** Within this share of the best score two skills cannot be told apart. */
const tie = 0.98;

export interface Choice {
  readonly served: readonly Candidate[];
  readonly turnedAway: readonly TurnedAway[];
  readonly abstained?: { readonly reason: AbstainReason; readonly detail: string };
}

/** The order of choosing: by score, then by status, then by id. */
export const byTrust = (a: Candidate, b: Candidate): number =>
  b.score - a.score || statusRank(b.status) - statusRank(a.status) || (a.skillId < b.skillId ? -1 : 1);

/**
 * Chooses among candidates that passed every veto: the best one, and another only when it is nearly as
 * good and knows a word of the query that the first does not. More indistinguishable skills than may be
 * given are none: a wrong skill costs the agent a whole attempt.
 */
export function choose(request: {
  readonly candidates: readonly Candidate[];
  /** Held back, yet they tell how well a skill for this request would fit. */
  readonly heldBack: readonly TurnedAway[];
  readonly threshold: number;
  readonly limit: number;
}): Choice {
  const sorted = [...request.candidates].sort(byTrust);
  const turnedAway: TurnedAway[] = [];
  const turn = (candidate: Candidate, decision: TurnedAway["decision"], reason: string): void => {
    turnedAway.push({ candidate, decision, reason });
  };
  const better = [...request.heldBack].sort((a, b) => b.candidate.score - a.candidate.score)[0]?.candidate;
  const passing = sorted.filter((candidate) => {
    if (candidate.score >= request.threshold) {
      if (better === undefined || candidate.score >= better.score * nearness) return true;
      turn(candidate, "below-threshold", `${better.name}, which is held back, fits better`);
      return false;
    }
    turn(
      candidate,
      "below-threshold",
      `score ${candidate.score.toFixed(2)} < ${request.threshold.toFixed(2)}`,
    );
    return false;
  });
  const best = passing[0];
  if (best === undefined) {
    const nearest = sorted[0];
    const detail =
      nearest === undefined
        ? "No skill is near the query."
        : `The nearest, ${nearest.name}, scores ${nearest.score.toFixed(2)} of ${request.threshold.toFixed(2)}.`;
    return { served: [], turnedAway, abstained: { reason: "below-threshold", detail } };
  }
  const tied = passing.filter((other) => isTied(best, other));
  if (tied.length > request.limit && best.matchedBy === "keys") {
    for (const candidate of passing) turn(candidate, "below-threshold", "too many skills match equally well");
    const detail = `${tied.length} skills match equally well, such as ${best.name}.`;
    return { served: [], turnedAway, abstained: { reason: "ambiguous", detail } };
  }
  const served: Candidate[] = [];
  for (const candidate of passing) {
    const reason = candidate === best ? undefined : secondReason(best, candidate);
    if (reason !== undefined) turn(candidate, "below-threshold", reason);
    else if (served.length >= request.limit) turn(candidate, "over-limit", `more than ${request.limit}`);
    else served.push(candidate);
  }
  return { served, turnedAway };
}

/** Whether the two cannot be told apart. */
export function isTied(best: Candidate, other: Candidate): boolean {
  return other.score >= best.score * tie && sameTerms(best, other) && best.matchedBy === other.matchedBy;
}

function sameTerms(one: Candidate, other: Candidate): boolean {
  return one.terms.length === other.terms.length && one.terms.every((term) => other.terms.includes(term));
}

/** Why `other` is not given beside `best`, or `undefined` where it adds something. */
export function secondReason(best: Candidate, other: Candidate): string | undefined {
  if (isTied(best, other)) return undefined;
  if (other.score < best.score * nearness) return `${best.name} fits better`;
  if (other.matchedBy !== best.matchedBy && best.matchedBy === "signature")
    return `${best.name} knows this error`;
  return other.terms.every((term) => best.terms.includes(term))
    ? `${best.name} covers the same words`
    : undefined;
}
