import { beforeAll, describe, expect, it } from "vitest";
import { searchedVectors } from "../../packages/core/src/index/key-vectors.ts";
import { SearchIndex } from "../../packages/core/src/index/search-index.ts";
import type { QueryTerm } from "../../packages/core/src/index/search-query.ts";
import { toBytes } from "../../packages/core/src/index/vector-code.ts";
import { termsOfText } from "../../packages/core/src/recall/query.ts";
import { seededRandom } from "../random.ts";
import { benchQueries, benchSkill } from "./library.ts";
import { NaiveScan } from "./naive-scan.ts";

const size = 3_000;
const dimension = 384;
const limit = 15;
/** Enough for the compiler to have done with what is measured, also on a machine with other things to do. */
const rounds = { words: 60, meaning: 6 } as const;
const index = new SearchIndex<number>();
const naive = new NaiveScan();
const queries = benchQueries(12, size, 1).map((text) => ({
  terms: termsOfText(text),
  vector: unit(text.length),
}));
const scope = { scopeKeys: ["bench"], minimumRank: 0, limit };

function unit(seed: number): Float32Array {
  const random = seededRandom(seed);
  const vector = Float32Array.from({ length: dimension }, () => random() - 0.5);
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

/** Milliseconds of the fastest of some rounds of each, taken in turn so that a busy machine slows both. */
function fastest(rounds: number, ...works: readonly (() => void)[]): readonly number[] {
  const best = works.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < rounds; round += 1)
    for (const [at, work] of works.entries()) {
      const start = performance.now();
      work();
      best[at] = Math.min(best[at] as number, performance.now() - start);
    }
  return best;
}

beforeAll(() => {
  for (let at = 0; at < size; at += 1) {
    const { head, searchDocument: document } = benchSkill(at, 0).write.row;
    const vectors = Array.from({ length: searchedVectors }, (_, place) => unit(at * searchedVectors + place));
    const bytes = new Int8Array(searchedVectors * dimension);
    for (const [place, vector] of vectors.entries()) bytes.set(toBytes(vector), place * dimension);
    index.upsert("bench", { id: head.id, rank: 1, document, payload: at, vectors: { dimension, bytes } });
    naive.add({ id: head.id, document, vectors });
  }
});

describe("the index beside a naive scan of the same skills", () => {
  it("finds by words in a quarter of its time", () => {
    const [ours = 0, scanned = 0] = fastest(
      rounds.words,
      () => {
        for (const { terms } of queries) index.search({ ...scope, terms, minimumScore: 0.2 });
      },
      () => {
        for (const { terms } of queries) naive.byWords(terms, limit);
      },
    );
    expect(scanned / ours).toBeGreaterThan(4);
  });

  it("finds by meaning in a quarter of its time", () => {
    const [ours = 0, scanned = 0] = fastest(
      rounds.meaning,
      () => {
        for (const { vector } of queries) index.search({ ...scope, terms: [], vector });
      },
      () => {
        for (const { vector } of queries) naive.byMeaning(vector, limit);
      },
    );
    expect(scanned / ours).toBeGreaterThan(4);
  });

  it("passes over the skills that only share frequent words with a request", () => {
    const broad: readonly QueryTerm[] = [
      ...termsOfText("restore snapshot kubernetes ingress billing"),
      ...termsOfText("lock team step time way fatal controller release"),
    ];
    const [ours = 0, scanned = 0] = fastest(
      rounds.words,
      () => {
        for (let at = 0; at < 10; at += 1) index.search({ ...scope, terms: broad });
      },
      () => {
        for (let at = 0; at < 10; at += 1) naive.byWords(broad, limit);
      },
    );
    expect(scanned / ours).toBeGreaterThan(2.5);
  });
});
