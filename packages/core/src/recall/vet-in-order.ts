import { byTrust, isTied, secondReason } from "./abstain.ts";
import type { Candidate, TurnedAway } from "./candidate.ts";

/** Candidates that may be given, and those that may not. */
export interface Vetted<Kept extends Candidate = Candidate> {
  readonly kept: readonly Kept[];
  readonly turnedAway: readonly TurnedAway[];
}

/**
 * Vets candidates best first, and leaves out those that `choose` would not serve whatever a veto says of them:
 * reading a skill's whole text for what it hides costs more than finding it. Those under the threshold go through
 * unvetted, for an abstention to name the nearest. `choose` serves the same as if all had been vetted.
 */
export function* vetInOrder(
  candidates: readonly Candidate[],
  options: {
    readonly vetoReason: (candidate: Candidate) => Generator<void, string | undefined>;
    readonly threshold: number;
    readonly limit: number;
  },
): Generator<void, Vetted> {
  const { vetoReason, threshold, limit } = options;
  const kept: Candidate[] = [];
  const turnedAway: TurnedAway[] = [];
  let best: Candidate | undefined;
  let [served, tied] = [0, 0];
  for (const candidate of [...candidates].sort(byTrust)) {
    if (candidate.score < threshold) {
      kept.push(candidate);
      continue;
    }
    const isAsGood = best === undefined || isTied(best, candidate);
    if (best !== undefined && secondReason(best, candidate) !== undefined) continue;
    // What cannot be told from the best counts beyond the limit: more of it than may be served are none.
    if (isAsGood ? tied > limit : served >= limit) continue;
    const reason = yield* vetoReason(candidate);
    if (reason !== undefined) {
      turnedAway.push({ candidate, decision: "vetoed", reason });
      continue;
    }
    best ??= candidate;
    served += 1;
    if (isAsGood) tied += 1;
    kept.push(candidate);
  }
  return { kept, turnedAway };
}
