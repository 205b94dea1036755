import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { indexText, meets } from "./literal-index.ts";
import { foldForLiterals, literalTree } from "./literals.ts";
import { rememberByText } from "./memo.ts";
import { buildPrefilter } from "./prefilter.ts";
import { scanRules } from "./scan-rules.ts";

const lines = JSON.parse(
  readFileSync(new URL("../../../../../qa/scan/lines.json", import.meta.url), "utf8"),
) as readonly { readonly text: string }[];

describe("the prefilter of the rules", () => {
  it("passes over no rule whose patterns are all in a line of the corpus", () => {
    const { candidates } = buildPrefilter(scanRules.map((rule) => rule.all));
    const trees = new Map(scanRules.map((rule) => [rule, rule.all.map(literalTree)]));
    for (const { text } of lines) {
      const tried = new Set(candidates(text).map((index) => scanRules[index]));
      indexText(foldForLiterals(text));
      const passedOver = scanRules.filter((rule) => !tried.has(rule) || !trees.get(rule)?.every(meets));
      const missed = passedOver.filter((rule) => rule.all.every((pattern) => pattern.test(text)));
      expect(missed.map(({ code }) => `${code}: ${text}`)).toEqual([]);
    }
  }, 120_000);
});

describe("rememberByText", () => {
  it("computes a text once, and again after it was crowded out", () => {
    const asked: string[] = [];
    const length = rememberByText((text) => asked.push(text), 10);
    for (const text of ["aaaa", "bbbb", "aaaa", "cccc", "aaaa", "bbbb"]) length(text);
    expect(asked).toEqual(["aaaa", "bbbb", "cccc", "bbbb"]);
  });
});
