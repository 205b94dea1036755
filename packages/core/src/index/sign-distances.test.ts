import { describe, expect, it } from "vitest";
import { signDistances, wordsPerCode } from "./sign-distances.ts";
import { writeSigns } from "./vector-code.ts";

/** Numbers between -1 and 1 that are the same in every run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

function differing(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let count = 0;
  for (let at = 0; at < a.length; at += 1) if ((a[at] as number) > 0 !== (b[at] as number) > 0) count += 1;
  return count;
}

describe("signDistances", () => {
  it.each([1, 31, 96, 384, 768, 1_024, 1_536, 3_072])(
    "counts as one sign after the other would, of %i components",
    (dimension) => {
      const next = numbers(dimension);
      const words = wordsPerCode(dimension);
      const make = (): Float32Array => Float32Array.from({ length: dimension }, next);
      const query = make();
      // The furthest and the nearest that there are, and some between.
      const vectors = [query.map((value) => -value), make(), make(), make(), query, make()];
      const codes = new Int32Array(vectors.length * words);
      for (const [at, vector] of vectors.entries()) writeSigns(vector, codes, at * words);
      const signs = new Int32Array(words);
      writeSigns(query, signs, 0);
      const lengths = new Float32Array(vectors.length).fill(1);
      const distances = new Uint16Array(3);
      const histogram = new Uint32Array(words * 32 + 2);
      signDistances({ codes, lengths, perSlot: 2, signs, count: 3, distances, histogram });
      const nearer = (slot: number): number =>
        Math.min(...vectors.slice(slot * 2, slot * 2 + 2).map((vector) => differing(vector, query)));
      expect([...distances]).toEqual([nearer(0), nearer(1), 0]);
      expect(histogram.reduce((sum, count) => sum + count, 0)).toBe(3);
      for (const distance of distances) expect(histogram[distance]).toBeGreaterThan(0);
      const alone = new Uint16Array(6);
      signDistances({ codes, lengths, perSlot: 1, signs, count: 6, distances: alone, histogram });
      expect([...alone]).toEqual(vectors.map((vector) => differing(vector, query)));
    },
  );

  it("puts a slot without a vector behind all others", () => {
    const words = wordsPerCode(32);
    const lengths = Float32Array.from([0, 1, 0, 0]);
    const distances = new Uint16Array(2);
    const codes = new Int32Array(4 * words).fill(-1);
    const histogram = new Uint32Array(words * 32 + 2);
    const signs = new Int32Array(words);
    signDistances({ codes, lengths, perSlot: 2, signs, count: 2, distances, histogram });
    expect([...distances]).toEqual([words * 32, words * 32 + 1]);
  });
});
