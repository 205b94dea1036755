import { describe, expect, it } from "vitest";
import { minimise } from "./minimise.ts";

/** The gradient of a bowl with its lowest point at `lowest`. */
const bowl = (lowest: readonly number[]) => (weights: Float64Array) =>
  Float64Array.from(lowest, (value, at) => (weights[at] ?? 0) - value);

describe("minimise", () => {
  it("finds the lowest point of a bowl", () => {
    const [x, y] = minimise(bowl([3, -2]), 2, { pull: 0 });
    expect(x).toBeCloseTo(3, 2);
    expect(y).toBeCloseTo(-2, 2);
  });

  it("is pulled towards zero as far as it is told", () => {
    // Half way between the bowl's lowest point and zero both pull alike.
    expect(minimise(bowl([2]), 1, { pull: 1 })[0]).toBeCloseTo(1, 2);
  });

  it("stays at zero where nothing slopes, and answers the same each time", () => {
    expect([...minimise(() => new Float64Array(2), 2)]).toEqual([0, 0]);
    expect(minimise(bowl([1, 2]), 2)).toEqual(minimise(bowl([1, 2]), 2));
  });
});
