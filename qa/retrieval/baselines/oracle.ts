import { expectedNames, type RetrievalProbe } from "../data/formats.ts";
import { scoreOfCounts } from "../score/scores.ts";

/** The best skill of a ranking for one probe, and its score. */
export interface Favourite {
  readonly probe: RetrievalProbe;
  readonly name: string;
  readonly score: number;
}

export interface Threshold {
  /** Answers with at least this score are given. */
  readonly threshold: number;
  readonly f1: number;
}

/**
 * The global threshold with the best F1 on these very probes: every value at which an answer more is given is tried,
 * from giving none to giving all. Of equally good ones the highest.
 */
export function oracleThreshold(favourites: readonly Favourite[]): Threshold {
  const expecting = favourites.filter(({ probe }) => expectedNames(probe).length > 0).length;
  const sorted = favourites.toSorted((a, b) => b.score - a.score);
  let best: Threshold = { threshold: Number.POSITIVE_INFINITY, f1: 0 };
  let truePositives = 0;
  for (const [index, { probe, name, score }] of sorted.entries()) {
    if (expectedNames(probe).includes(name)) truePositives += 1;
    // Equal scores are given together.
    if (sorted[index + 1]?.score === score) continue;
    const { f1 } = scoreOfCounts({ truePositives, given: index + 1, expecting });
    if (f1 > best.f1) best = { threshold: score, f1 };
  }
  return best;
}
