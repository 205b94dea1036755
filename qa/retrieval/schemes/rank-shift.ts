import type { ScoreRows } from "../baselines/baseline.ts";

/** How far the right skill moves when its key is written anew, over the probes that expect one. */
export interface RankShift {
  /** Mean of the places moved, either way. */
  readonly meanPlaces: number;
  /** Share of probes whose right skill is first in one ranking and not in the other. */
  readonly firstChanged: number;
}

/** `expected` is the place of the right skill in a row, for each probe. */
export function rankShift(before: ScoreRows, after: ScoreRows, expected: readonly number[]): RankShift {
  const ranks = expected.map((skill, probe) => ({
    from: rankOf(before[probe] as Float64Array, skill),
    to: rankOf(after[probe] as Float64Array, skill),
  }));
  const share = (sum: number): number => (ranks.length === 0 ? 0 : sum / ranks.length);
  return {
    meanPlaces: share(ranks.reduce((sum, { from, to }) => sum + Math.abs(from - to), 0)),
    firstChanged: share(ranks.filter(({ from, to }) => (from === 1) !== (to === 1)).length),
  };
}

/** 1 for the first. Of equal scores the one that stands first in the row comes first. */
export function rankOf(row: Float64Array, skill: number): number {
  const own = row[skill] as number;
  return row.reduce(
    (rank, score, other) => (score > own || (score === own && other < skill) ? rank + 1 : rank),
    1,
  );
}
