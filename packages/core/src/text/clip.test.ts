import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clipMiddle } from "./clip.ts";

describe("clipMiddle", () => {
  it("returns a text that fits unchanged", () => {
    expect(clipMiddle("short", 5)).toBe("short");
  });

  it("keeps the head and the tail and says how much was cut", () => {
    const text = `first line\n${"x".repeat(5_000)}\nValueError: the last line`;
    const clipped = clipMiddle(text, 400);
    expect(clipped.length).toBeLessThanOrEqual(400);
    expect(clipped.startsWith("first line")).toBe(true);
    expect(clipped.endsWith("ValueError: the last line")).toBe(true);
    expect(clipped).toContain(`${text.length - 400} characters cut`);
  });

  it("never splits a surrogate pair, at any length", () => {
    const text = "😀".repeat(300);
    for (let max = 0; max < 300; max += 1) {
      // Half a pair makes encodeURIComponent throw.
      expect(() => encodeURIComponent(clipMiddle(text, max))).not.toThrow();
    }
  });

  it("never exceeds the limit and clips once only", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 500 }), fc.nat(400), (text, max) => {
        const clipped = clipMiddle(text, max);
        return clipped.length <= Math.max(max, 0) && clipMiddle(clipped, max) === clipped;
      }),
    );
  });
});
