import { describe, expect, it } from "vitest";
import { meansNoWork, type NoWorkDirection } from "./no-work.ts";

const direction: NoWorkDirection = { embedder: "one", weights: [12, 0], bias: -3 };
const asked = (vector: readonly number[], embedder = "one") =>
  meansNoWork(direction, { vector: Float32Array.from(vector), embedder });

describe("meansNoWork", () => {
  it("tells how far a request lies on either side", () => {
    expect(asked([0.5, 0.5])).toBeCloseTo(0.5);
    expect(asked([0, 1])).toBeCloseTo(-0.5);
  });

  it("is certain at most", () => {
    expect(asked([1, 0])).toBe(1);
    expect(asked([-1, 0])).toBe(-1);
  });

  it("says nothing of a vector of another embedder, or without one", () => {
    expect(asked([1, 0], "two")).toBe(0);
    expect(meansNoWork(direction, { vector: undefined, embedder: "one" })).toBe(0);
    expect(meansNoWork(undefined, { vector: Float32Array.of(1, 0), embedder: "one" })).toBe(0);
  });
});
