import { describe, expect, it } from "vitest";
import { keySimilarity } from "./key-similarity.ts";

const stored = (...vectors: readonly (readonly [number, number])[]) => ({
  dimension: 2,
  bytes: Int8Array.from(vectors.flat()),
});
const right = Float32Array.of(1, 0);
const half = Math.SQRT1_2;

describe("keySimilarity", () => {
  it("compares a query with each key by its direction, however long the stored vector", () => {
    const skill = stored([100, 100], [0, 3], [50, 0], [9, 0], [0, 127]);
    const found = keySimilarity(skill, right);
    expect(found.about).toBeCloseTo(half, 3);
    expect(found.conditions).toBeCloseTo(0, 3);
    expect(found.notFor).toBeCloseTo(1, 3);
  });

  it("tells the nearest trigger query from all of them together", () => {
    const found = keySimilarity(stored([0, 127], [0, 0], [0, 0], [127, 0], [0, 127]), right);
    expect(found.query).toBeCloseTo(1, 3);
    expect(found.queries).toBeCloseTo(half, 3);
  });

  it("takes what a skill is about for its queries where it has none", () => {
    const found = keySimilarity(stored([100, 100], [0, 0], [0, 0]), right);
    expect(found.query).toBeCloseTo(half, 3);
    expect(found.queries).toBeCloseTo(half, 3);
  });

  it("gives 0 for a key that is not there", () => {
    const found = keySimilarity(stored([127, 0], [0, 0], [0, 0], [0, 0]), right);
    expect(found).toMatchObject({ conditions: 0, notFor: 0, query: 0, queries: 0 });
  });
});
