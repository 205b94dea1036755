import { describe, expect, it } from "vitest";
import { spreadEvenly } from "./spread-evenly.ts";
import { toBytes } from "./vector-code.ts";

const dot = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Array.from(a).reduce((sum, value, at) => sum + value * (b[at] as number), 0);

/** Unit vectors with a few large components, as sentence vectors have them, the same in every run. */
function sentenceLike(dimension: number, seed: number): Float32Array {
  const vector = Float32Array.from({ length: dimension }, (_, at) => {
    const value = Math.sin((at + 1) * (seed + 1.7)) + Math.sin((at + 2) * (seed * 3.1 + 0.3));
    return at % 97 === 5 ? value * 4 : value;
  });
  const length = Math.sqrt(dot(vector, vector));
  return vector.map((value) => value / length);
}

describe("spreadEvenly", () => {
  it.each([1, 2, 3, 8, 100, 384, 768, 1_536])("keeps lengths and cosines, of %i components", (dimension) => {
    const vectors = Array.from({ length: 6 }, (_, seed) => sentenceLike(dimension, seed));
    const turned = vectors.map(spreadEvenly);
    for (const [at, vector] of vectors.entries())
      for (const [other, second] of vectors.entries())
        expect(dot(turned[at] as Float32Array, turned[other] as Float32Array)).toBeCloseTo(
          dot(vector, second),
          5,
        );
  });

  it("makes the large components as small as the rest, so that bytes lie closer to the vector", () => {
    const loss = (vector: Float32Array): number => {
      const bytes = toBytes(vector);
      return 1 - dot(bytes, vector) / Math.sqrt(dot(bytes, bytes));
    };
    const vectors = Array.from({ length: 40 }, (_, seed) => sentenceLike(384, seed));
    const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
    expect(sum(vectors.map(spreadEvenly).map(loss))).toBeLessThan(0.5 * sum(vectors.map(loss)));
    expect(Math.max(...spreadEvenly(sentenceLike(384, 1).fill(0).fill(1, 7, 8)))).toBeLessThan(0.3);
  });

  it("turns a vector into the same one today and next year, and leaves what it was given", () => {
    const vector = Float32Array.from([1, 2, 3, 4, 5, 6]);
    expect([...spreadEvenly(vector)].map((value) => Number(value.toFixed(4)))).toEqual(known);
    expect([...vector]).toEqual([1, 2, 3, 4, 5, 6]);
    expect([...spreadEvenly(new Float32Array(3))].map(Math.abs)).toEqual([0, 0, 0]);
  });
});

/** What vectors that were stored before were turned into. */
const known = [2.5, 1, -0.75, -1.25, -8.75, -2.25];
