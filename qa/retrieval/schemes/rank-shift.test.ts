import { describe, expect, it } from "vitest";
import { rankOf, rankShift } from "./rank-shift.ts";

describe("rankOf", () => {
  it("counts who scores more, and of equals who stands before", () => {
    const row = Float64Array.of(0.4, 0.9, 0.4);
    expect([0, 1, 2].map((skill) => rankOf(row, skill))).toEqual([2, 1, 3]);
  });
});

describe("rankShift", () => {
  it("tells the mean of the places moved and how often the first place was won or lost", () => {
    const before = [Float64Array.of(3, 2, 1), Float64Array.of(3, 2, 1)];
    const after = [Float64Array.of(1, 2, 3), Float64Array.of(3, 2, 1)];
    expect(rankShift(before, after, [0, 1])).toEqual({ meanPlaces: 1, firstChanged: 0.5 });
  });
});
