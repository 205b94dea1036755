import { describe, expect, it } from "vitest";
import { assertedText, clausesOf } from "./clauses.ts";

describe("clausesOf", () => {
  it("cuts at sentences, lines and the words that turn a sentence, and nowhere else", () => {
    const text = "The card is fine, but the payment was declined twice. Renew it\nthen tell ann@example.com";
    expect(clausesOf(text).map((clause) => clause.text)).toEqual([
      "The card is fine",
      "but the payment was declined twice.",
      "Renew it",
      "then tell ann@example.com",
    ]);
    expect(clausesOf("version 1,5 of the tool, old and slow")).toHaveLength(1);
    expect(clausesOf(" \n ")).toEqual([]);
  });

  it.each(["no dispute is open", "the card is fine", "nobody touched the limits", "not about the price"])(
    "reads %j as denied",
    (text) => {
      expect(clausesOf(text)).toMatchObject([{ denied: true }]);
    },
  );

  it.each(["the push was rejected", "it doesn't start", "there is no space left", "Renew the certificate"])(
    "reads %j as said",
    (text) => {
      expect(clausesOf(text)).toMatchObject([{ denied: false }]);
    },
  );

  it("reads a failure told with a negation as said, wherever the text is cut", () => {
    for (const text of ["the branch was not found", "it does not start", "there is no such host"])
      expect(clausesOf(text).some(({ denied }) => denied)).toBe(false);
  });

  it("keeps a failure that stands beside a denial", () => {
    expect(clausesOf("without a proxy it cannot connect")).toMatchObject([{ denied: false }]);
  });
});

describe("assertedText", () => {
  it("leaves out what is said not to be so", () => {
    const asserted = assertedText("The refund was declined by the bank. No dispute is open.");
    expect(asserted).toContain("refund was declined");
    expect(asserted).not.toContain("dispute");
  });

  it("is the whole text where next to nothing would be left", () => {
    expect(assertedText("The card is fine.")).toBe("The card is fine.");
  });
});
