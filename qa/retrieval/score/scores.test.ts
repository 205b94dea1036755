import { describe, expect, it } from "vitest";
import type { RetrievalProbe } from "../data/formats.ts";
import type { Outcome } from "./outcome.ts";
import { classScores, overallScore } from "./scores.ts";

function outcome(expect: RetrievalProbe["expect"], given: readonly string[], name = "direct"): Outcome {
  const probe: RetrievalProbe = { id: "p", class: name, mode: "task", text: "text", history: [], expect };
  return { probe, given: given.map((skill) => ({ name: skill, score: 0.5 })) };
}

describe("overallScore", () => {
  it("counts wrong and unwanted first hits as false positives, and recall over those that expect a skill", () => {
    const outcomes = [
      outcome("a", ["a"]),
      outcome(["a", "b"], ["b"]),
      outcome("a", ["b", "a"]),
      outcome("a", []),
      outcome(null, ["a"]),
      outcome(null, []),
    ];
    // Four first hits, two of them right; four probes expect a skill.
    expect(overallScore(outcomes)).toEqual({ precision: 0.5, recall: 0.5, f1: 0.5 });
  });

  it("is the harmonic mean where precision and recall differ", () => {
    const outcomes = [outcome("a", ["a"]), outcome("a", []), outcome("b", []), outcome(null, [])];
    const { precision, recall, f1 } = overallScore(outcomes);
    expect(precision).toBe(1);
    expect(recall).toBeCloseTo(1 / 3);
    expect(f1).toBeCloseTo(0.5);
  });

  it("is 0 and no NaN where nothing was given or expected", () => {
    expect(overallScore([outcome("a", [])])).toEqual({ precision: 0, recall: 0, f1: 0 });
    expect(overallScore([outcome(null, [])])).toEqual({ precision: 0, recall: 0, f1: 0 });
    expect(overallScore([])).toEqual({ precision: 0, recall: 0, f1: 0 });
  });
});

describe("classScores", () => {
  it("tells first hits, hits among three and abstentions apart", () => {
    const scores = classScores([
      outcome("a", ["a"]),
      outcome("a", ["b", "c", "a"]),
      outcome("a", ["b", "c", "d", "a"]),
      outcome("a", []),
      outcome(null, [], "trap"),
      outcome(null, ["a"], "trap"),
    ]);
    expect(scores["direct"]).toMatchObject({ n: 4, right: 1, right3: 2, abstained: 1 });
    expect(scores["trap"]).toMatchObject({ n: 2, right: 1, right3: 1, abstained: 1 });
  });
});
