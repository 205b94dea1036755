import { describe, expect, it } from "vitest";
import { joinTexts } from "./merge-text.ts";

describe("joinTexts", () => {
  it.each([
    ["Error: MODE is not set", "Error: LEVEL is not set", "Error: <value> is not set"],
    ['fails with "a b".', 'fails with "a c".', 'fails with "a <value>".'],
    ["open <file> now", "open <path> now", "open <file> now"],
    ["open `x` now", "open `<file>` now", "open `<file>` now"],
    ["x, then", "y then", "<value> then"],
    ["one two three", "one two", "one two"],
  ])("makes a value of a word that differs: %s, %s", (a, b, expected) => {
    expect(joinTexts(a, b)).toBe(expected);
    expect(joinTexts(b, a)).toBe(expected);
    expect(joinTexts(expected, a)).toBe(expected);
  });

  it("gives the same line in every order", () => {
    const lines = ["a x, b", "a y b", "a <file>. b", "a z, b", "a <value> c", "a b c d"];
    const fold = (order: readonly string[]): string => order.reduce(joinTexts);
    const expected = fold(lines);
    for (let shift = 1; shift < lines.length; shift += 1) {
      const order = [...lines.slice(shift), ...lines.slice(0, shift)];
      expect(fold(order)).toBe(expected);
      expect(fold([...order].reverse())).toBe(expected);
    }
  });
});
