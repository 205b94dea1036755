import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { matchCommand, matchSentence } from "./scan-match.ts";
import { rememberByText } from "./scan-memo.ts";
import { scanRules } from "./scan-rules.ts";

const lines = JSON.parse(
  readFileSync(new URL("../../../../qa/scan/lines.json", import.meta.url), "utf8"),
) as readonly { readonly text: string }[];

describe("the prefilter of the rules", () => {
  it("passes over no rule that matches a line of the corpus", () => {
    for (const { text } of lines) {
      const tried = new Set([...matchSentence(text), ...matchCommand(text)].map(({ rule }) => rule));
      const missed = scanRules.filter(
        (rule) =>
          !tried.has(rule) &&
          !rule.warnable &&
          rule.all.every((pattern) => pattern.test(text)) &&
          rule.unless?.some((pattern) => pattern.test(text)) !== true,
      );
      expect(missed.map(({ code }) => `${code}: ${text}`)).toEqual([]);
    }
  });
});

describe("rememberByText", () => {
  it("computes a text once, and again after it was crowded out", () => {
    const asked: string[] = [];
    const length = rememberByText((text) => asked.push(text), 10);
    for (const text of ["aaaa", "bbbb", "aaaa", "cccc", "aaaa", "bbbb"]) length(text);
    expect(asked).toEqual(["aaaa", "bbbb", "cccc", "bbbb"]);
  });
});
