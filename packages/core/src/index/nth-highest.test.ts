import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nthHighest } from "./nth-highest.ts";

describe("nthHighest", () => {
  it("is what sorting all would give", () => {
    const values = fc.float32Array({ minLength: 1, noNaN: true });
    fc.assert(
      fc.property(values, fc.integer({ min: 1, max: 20 }), (some, nth) => {
        const sorted = some.slice().sort().reverse();
        expect(nthHighest(some, nth)).toEqual(sorted[Math.min(nth, sorted.length) - 1]);
      }),
    );
  });

  it("is below every number where there is none", () => {
    expect(nthHighest(new Float32Array(0), 3)).toBe(Number.NEGATIVE_INFINITY);
  });
});
