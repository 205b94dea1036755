import { describe, expect, it } from "vitest";
import { quoteOccurs } from "./quote-occurs.ts";

const output = 'fatal: The current branch "topic"\n   has no upstream branch — set one.';

describe("quoteOccurs", () => {
  it("finds what was copied with other white space, quotation marks, dashes and letter case", () => {
    expect(quoteOccurs("the current branch “topic” has no upstream branch", output)).toBe(true);
    expect(quoteOccurs("upstream branch - set one", output)).toBe(true);
  });

  it("finds nothing in a quote of which only a part occurs", () => {
    expect(quoteOccurs("has no upstream branch, because the remote was renamed", output)).toBe(false);
    expect(quoteOccurs("the current branch topic", output)).toBe(false);
  });

  it("takes a quote of a few letters for none", () => {
    expect(quoteOccurs("branch", "branch")).toBe(true);
    expect(quoteOccurs("fatal", output)).toBe(false);
    expect(quoteOccurs("  - : -  \n", "- : -")).toBe(false);
    expect(quoteOccurs("", output)).toBe(false);
  });
});
