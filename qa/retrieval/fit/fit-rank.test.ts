import { describe, expect, it } from "vitest";
import type { RankFeatures } from "../../../packages/core/src/recall/features.ts";
import { deviation, fitRank, type RankExample } from "./fit-rank.ts";

const features = (fields: Partial<RankFeatures>): RankFeatures => ({
  words: 0,
  frequency: 0,
  about: 0,
  conditions: 0,
  query: 0,
  queries: 0,
  ...fields,
});

/** The right one has the words; meaning speaks now for it and now for the other. */
const examples: readonly RankExample[] = [
  { rows: [features({ words: 0.9, about: 0.1 }), features({ words: 0.2, about: 0.8 })], right: 0 },
  { rows: [features({ words: 0.1, about: 0.1 }), features({ words: 0.7, about: 0.8 })], right: 1 },
];

describe("fitRank", () => {
  it("weighs what tells the right one from the others", () => {
    const weights = fitRank(examples, ["words", "about", "query"]);
    expect(weights.words).toBeGreaterThan(1);
    expect(Math.abs(weights.about)).toBeLessThan(weights.words / 5);
  });

  it("gives a feature that never differs no weight", () => {
    expect(fitRank(examples, ["words", "query"]).query).toBe(0);
  });
});

describe("deviation", () => {
  it("tells how far values lie apart, and 1 where they do not", () => {
    expect(deviation([1, 3])).toBe(1);
    expect(deviation([0, 10])).toBe(5);
    expect(deviation([0.3, 0.3, 0.3])).toBe(1);
    expect(deviation([])).toBe(1);
  });
});
