import type { LibrarySkill, RetrievalProbe } from "../data/formats.ts";
import { type BaselineResult, baselineResult, favourites, type ScoreRows } from "./baseline.ts";

const weights = Array.from({ length: 21 }, (_, step) => step / 20);

/** The fixed-weight sum of the two rankings that has the best F1 on these very probes. */
export function bestWeightedSum(request: {
  readonly lexical: ScoreRows;
  readonly dense: ScoreRows;
  readonly probes: readonly RetrievalProbe[];
  readonly skills: readonly LibrarySkill[];
}): BaselineResult {
  const { lexical, dense, probes, skills } = request;
  const scale = meanOfBest(lexical);
  let best: BaselineResult | undefined;
  for (const weight of weights) {
    const rows = lexical.map((row, index) => weightedRow(row, dense[index] ?? row, weight, scale));
    const result = baselineResult("sum", favourites(rows, probes, skills), weight);
    if (best === undefined || result.f1 > best.f1) best = result;
  }
  if (best === undefined) throw new Error("There is no weight to try.");
  return best;
}

/** BM25 has no upper end; one divisor for the whole run keeps its scores comparable between queries. */
function meanOfBest(rows: ScoreRows): number {
  const sum = rows.reduce((total, row) => total + row.reduce((most, score) => Math.max(most, score), 0), 0);
  return sum === 0 ? 1 : sum / rows.length;
}

function weightedRow(
  lexical: Float64Array,
  dense: Float64Array,
  weight: number,
  scale: number,
): Float64Array {
  return lexical.map((score, skill) => (weight * score) / scale + (1 - weight) * (dense[skill] as number));
}
