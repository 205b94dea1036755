import type { RecallExplanation } from "../types/recall.ts";
import type { Candidate, TurnedAway } from "./candidate.ts";

const rounded = (value: number): number => Math.round(value * 1000) / 1000;

function explanation(
  candidate: Candidate,
  decision: RecallExplanation["decision"],
  reason: string,
): RecallExplanation {
  const fields = Object.entries(candidate.fields).map(([field, value]) => [field, rounded(value)] as const);
  return {
    skillId: candidate.skillId,
    name: candidate.name,
    score: rounded(candidate.score),
    fields: Object.fromEntries(fields),
    terms: candidate.terms,
    decision,
    reason,
  };
}

/** What was found and what became of it, served ones first, then by score. */
export function explain(
  served: readonly Candidate[],
  turnedAway: readonly TurnedAway[],
): RecallExplanation[] {
  const away = [...turnedAway].sort((a, b) => b.candidate.score - a.candidate.score);
  return [
    ...served.map((candidate) => explanation(candidate, "served", `matched by ${candidate.matchedBy}`)),
    ...away.map(({ candidate, decision, reason }) => explanation(candidate, decision, reason)),
  ];
}
