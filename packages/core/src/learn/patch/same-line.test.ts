import { describe, expect, it } from "vitest";
import { isSameLine, wordOverlap } from "./same-line.ts";

const short = "Push the branch.";
const longer = "Push the branch and wait for the pipeline of the reviewed commit.";

describe("isSameLine", () => {
  it("measures what is shared on all words of both lines, whichever is the shorter one", () => {
    expect(wordOverlap([short], [longer])).toBeLessThan(0.5);
    expect(wordOverlap([longer], [short])).toBeLessThan(0.5);
    expect(isSameLine(short, longer)).toBe(false);
    expect(isSameLine(longer, short)).toBe(false);
    expect(isSameLine(short, "push the branches")).toBe(true);
  });

  it("knows an option by its dash, in brackets too, and none in the middle of a word", () => {
    const withOption = (option: string) =>
      `On the second attempt of the nightly release job for customers, start the archive command with {${option}}.`;
    expect(isSameLine(withOption("--cached"), withOption("--staged"))).toBe(false);
    expect(isSameLine("Ask the read-only replica first.", "Ask the read only replica first.")).toBe(true);
  });
});
