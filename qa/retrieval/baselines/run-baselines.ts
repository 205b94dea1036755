import type { Embedder } from "@skillloop/core";
import type { LibrarySkill, RetrievalProbe } from "../data/formats.ts";
import { keyTexts } from "../data/stems.ts";
import { type BaselineResult, baselineQuery, baselineResult, favourites } from "./baseline.ts";
import { buildBm25 } from "./bm25.ts";
import { denseScores } from "./dense.ts";
import { bestWeightedSum } from "./weighted-sum.ts";

/** Each baseline with the best threshold there is for these probes; BM25 alone without an embedder. */
export async function runBaselines(request: {
  readonly skills: readonly LibrarySkill[];
  readonly probes: readonly RetrievalProbe[];
  readonly embedder?: Embedder | undefined;
}): Promise<readonly BaselineResult[]> {
  const { skills, probes, embedder } = request;
  const queries = probes.map(baselineQuery);
  const lexical = queries.map(buildBm25(skills.map((skill) => keyTexts(skill).join("\n"))));
  const bm25 = baselineResult("bm25", favourites(lexical, probes, skills));
  if (embedder === undefined) return [bm25];
  const dense = await denseScores({ skills, queries, embedder });
  return [
    bm25,
    baselineResult("dense", favourites(dense, probes, skills)),
    bestWeightedSum({ lexical, dense, probes, skills }),
  ];
}
