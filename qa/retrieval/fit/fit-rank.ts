import {
  type RankFeature,
  type RankFeatures,
  rankFeatures,
} from "../../../packages/core/src/recall/features.ts";
import type { JudgedMatch } from "../../../packages/core/src/recall/judge-matches.ts";
import type { SkillContent } from "../../../packages/core/src/types/skill.ts";
import { minimise } from "./minimise.ts";

/** What a request's candidates are ranked by, and which of them is right. */
export interface RankExample {
  readonly rows: readonly RankFeatures[];
  readonly right: number;
}

/** The candidates of a request as its ranking sees them; undefined where the right one is not among them. */
export function rankExample(
  judged: readonly JudgedMatch<SkillContent>[],
  expected: readonly string[],
): RankExample | undefined {
  const right = judged.findIndex(({ match }) => expected.includes(match.id));
  if (right < 0) return undefined;
  const best = Math.max(0, ...judged.map(({ match }) => match.relevance));
  return { rows: judged.map(({ match, features }) => rankFeatures(match, features, best)), right };
}

/** Softmax over the candidates of each request. */
export function fitRank(
  examples: readonly RankExample[],
  names: readonly RankFeature[],
): Readonly<Record<RankFeature, number>> {
  const spread = names.map((name) => deviation(examples.flatMap(({ rows }) => rows.map((row) => row[name]))));
  const scaled = examples.map(({ rows, right }) => ({
    rows: rows.map((row) => names.map((name, at) => row[name] / (spread[at] as number))),
    right,
  }));
  const weights = minimise((current) => {
    const slope = new Float64Array(names.length);
    for (const { rows, right } of scaled) {
      const scores = rows.map((row) =>
        row.reduce((sum, value, at) => sum + value * (current[at] as number), 0),
      );
      const highest = Math.max(...scores);
      const shares = scores.map((score) => Math.exp(score - highest));
      const total = shares.reduce((sum, share) => sum + share, 0);
      for (const [place, row] of rows.entries()) {
        const wrong = (shares[place] as number) / total - (place === right ? 1 : 0);
        for (const [at, value] of row.entries())
          slope[at] = (slope[at] as number) + (wrong * value) / scaled.length;
      }
    }
    return slope;
  }, names.length);
  const unscaled = names.map((name, at) => [name, (weights[at] as number) / (spread[at] as number)] as const);
  return Object.fromEntries(unscaled) as Record<RankFeature, number>;
}

export function deviation(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const square = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length);
  // A feature that never differs says nothing, and must not be blown up.
  return square < 1e-12 ? 1 : Math.sqrt(square);
}
