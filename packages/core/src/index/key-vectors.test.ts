import { describe, expect, it } from "vitest";
import { keyVectors, searchedBytes, searchedVectors } from "./key-vectors.ts";

const dimension = 2;
const stored = (...vectors: readonly (readonly [number, number])[]) => ({
  dimension,
  bytes: Int8Array.from(vectors.flat()),
});

describe("searchedBytes", () => {
  it("searches what a skill is about and the mean direction of its queries", () => {
    const bytes = searchedBytes(stored([127, 0], [0, 127], [-127, 0], [127, 0], [0, 1]));
    expect(bytes).toHaveLength(searchedVectors * dimension);
    expect([...bytes.subarray(0, 2)]).toEqual([127, 0]);
    // The short vector counts as much as the long one.
    expect([...bytes.subarray(2)]).toEqual([127, 127]);
  });

  it("never searches when a skill applies, nor what it is not for", () => {
    const far = searchedBytes(stored([127, 0], [0, 127], [-127, 0], [127, 0]));
    const near = searchedBytes(stored([127, 0], [127, 0], [0, -127], [127, 0]));
    expect(far).toEqual(near);
  });

  it("takes what a skill is about for its queries where it has none", () => {
    expect([...searchedBytes(stored([0, 127], [127, 0], [0, 0])).subarray(2)]).toEqual([0, 127]);
  });

  it("leaves a key that is not there at zero", () => {
    const bytes = searchedBytes(stored([127, 0], [0, 0], [0, 0], [0, 0]));
    expect([...bytes]).toEqual([127, 0, 0, 0]);
    expect(keyVectors.firstQuery).toBe(3);
  });
});
