import { describe, expect, it } from "vitest";
import { signTest } from "./sign-test.ts";

const pairs = (first: number, second: number, equal: number): readonly (readonly [boolean, boolean])[] => [
  ...Array.from({ length: first }, () => [true, false] as const),
  ...Array.from({ length: second }, () => [false, true] as const),
  ...Array.from({ length: equal }, (_, at) => [at % 2 === 0, at % 2 === 0] as const),
];

describe("signTest", () => {
  it("is exact and two-sided", () => {
    expect(signTest(pairs(6, 3, 27)).p).toBeCloseTo(0.5078125, 10);
    expect(signTest(pairs(8, 0, 16)).p).toBeCloseTo(2 / 256, 10);
    expect(signTest(pairs(0, 8, 16)).p).toBeCloseTo(2 / 256, 10);
    expect(signTest(pairs(7, 1, 0)).p).toBeCloseTo(18 / 256, 10);
  });

  it("takes no account of pairs that do not differ, and never goes above 1", () => {
    expect(signTest(pairs(0, 0, 24))).toEqual({ first: 0, second: 0, p: 1 });
    expect(signTest(pairs(5, 5, 3)).p).toBe(1);
    expect(signTest(pairs(7, 1, 0)).p).toBe(signTest(pairs(7, 1, 200)).p);
  });
});
