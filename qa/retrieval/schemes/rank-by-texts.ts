import type { Embedder } from "@skillloop/core";
import type { ScoreRows } from "../baselines/baseline.ts";
import { buildBm25 } from "../baselines/bm25.ts";
import { dot, embedAll } from "../baselines/dense.ts";

/** Scores of each query for each skill, by the words or by the meaning of its texts. */
export type ScoreTexts = (
  texts: readonly (readonly string[])[],
  queries: readonly string[],
) => Promise<ScoreRows>;

/** BM25 over all texts of a skill as one. */
export const byWords: ScoreTexts = async (texts, queries) =>
  queries.map(buildBm25(texts.map((own) => own.join("\n"))));

/** The best cosine of the query with any text of the skill. */
export function byMeaning(embedder: Embedder): ScoreTexts {
  return async (texts, queries) => {
    const flat = texts.flatMap((own, skill) => own.map((text) => ({ skill, text })));
    const keys = await embedAll(
      embedder,
      flat.map(({ text }) => text),
      "passage",
    );
    const asked = await embedAll(embedder, queries, "query");
    return asked.map((query) => {
      const best = new Float64Array(texts.length).fill(-1);
      for (const [at, { skill }] of flat.entries())
        best[skill] = Math.max(best[skill] as number, dot(query, keys[at] as Float32Array));
      return best;
    });
  };
}
