import type { LibrarySkill, RetrievalProbe } from "../data/formats.ts";
import type { Outcome } from "../score/outcome.ts";
import { type ClassScore, classScores, type OverallScore, overallScore } from "../score/scores.ts";
import { type Favourite, oracleThreshold } from "./oracle.ts";

export interface BaselineResult extends OverallScore {
  readonly name: "bm25" | "dense" | "sum";
  readonly threshold: number;
  /** Weight of BM25 in the sum. */
  readonly weight?: number;
  readonly classes: Readonly<Record<string, ClassScore>>;
}

/** One row of scores a probe, one score a skill. */
export type ScoreRows = readonly Float64Array[];

/** What a baseline asks: the text, and with a history the history too. */
export function baselineQuery({ text, history }: RetrievalProbe): string {
  return [...history, text].join("\n");
}

/** The best skill of each row. Of equal ones the first. */
export function favourites(
  rows: ScoreRows,
  probes: readonly RetrievalProbe[],
  skills: readonly LibrarySkill[],
): readonly Favourite[] {
  return probes.map((probe, index) => {
    const row = rows[index] ?? new Float64Array(0);
    let best = 0;
    for (let skill = 1; skill < row.length; skill += 1)
      if ((row[skill] as number) > (row[best] as number)) best = skill;
    return { probe, name: skills[best]?.name ?? "", score: row[best] ?? 0 };
  });
}

/** A ranking with its oracle threshold, scored like recall. */
export function baselineResult(
  name: BaselineResult["name"],
  ranked: readonly Favourite[],
  weight?: number,
): BaselineResult {
  const { threshold } = oracleThreshold(ranked);
  const outcomes = ranked.map(
    ({ probe, name: skill, score }): Outcome => ({
      probe,
      given: score >= threshold ? [{ name: skill, score }] : [],
    }),
  );
  return {
    name,
    threshold,
    ...(weight !== undefined && { weight }),
    ...overallScore(outcomes),
    classes: classScores(outcomes),
  };
}
