import { describe, expect, it } from "vitest";
import { modelWords } from "./model-words.ts";

describe("modelWords", () => {
  it("puts words on one line and cuts them between letters", () => {
    expect(modelWords("  one\n\ttwo\u001b[31m ")).toBe("one two [31m");
    expect(modelWords("abcdef", 4)).toBe("abc…");
    expect(modelWords("ab😀ef", 4)).toBe("ab…");
  });

  it("masks a secret before it cuts, also one with invisible characters in it", () => {
    const token = `ghp_${"Ab3".repeat(12)}`;
    expect(modelWords(`It uses ${token}`, 30)).toBe("It uses [redacted]");
    const split = `${token.slice(0, 12)}\u200b${token.slice(12)}`;
    expect(modelWords(`It uses ${split}`)).toBe("It uses [redacted]");
  });
});
