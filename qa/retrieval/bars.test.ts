import { describe, expect, it } from "vitest";
import { bestBaseline, classBars, verdict } from "./bars.ts";
import type { BaselineResult } from "./baselines/baseline.ts";
import { classKinds } from "./data/check-own.ts";
import { netLoss } from "./measurement.ts";
import type { ClassScore } from "./score/scores.ts";

const score = (right: number, n = 100): ClassScore => ({
  n,
  right,
  right3: right,
  abstained: 0,
  low: 0,
  high: 1,
});
const baseline = (name: BaselineResult["name"], right: number): BaselineResult => ({
  name,
  threshold: 1,
  precision: 1,
  recall: 1,
  f1: 1,
  classes: { paraphrase: score(right), direct: score(right) },
});

describe("bars", () => {
  it("stand for every class of our own probes", () => {
    expect(Object.keys(classBars).sort()).toEqual(Object.keys(classKinds).sort());
  });

  it("hold a class against its floor, its margin over the best baseline, and its aim", () => {
    const baselines = [baseline("bm25", 40), baseline("dense", 50)];
    expect(bestBaseline(baselines, "paraphrase")).toBe(50);
    expect(verdict("paraphrase", score(40), baselines)).toBe("UNDER FLOOR by 5.0");
    expect(verdict("paraphrase", score(60), baselines)).toBe("UNDER MARGIN by 5.0");
    expect(verdict("paraphrase", score(70), baselines)).toBe("aim missed by 15.0");
    expect(verdict("direct", score(99), baselines)).toBe("aim met");
    expect(verdict("a class of theirs", score(0), baselines)).toBe("-");
  });
});

describe("netLoss", () => {
  it("sets what is lost against what is won, by class", () => {
    const run = (right: number) => ({
      skills: 1,
      outcomes: [],
      classes: { a: score(right) },
      precision: 0,
      recall: 0,
      f1: 0,
    });
    expect(netLoss(run(10), run(8))).toEqual({ a: 2 });
    expect(netLoss(run(8), run(10))).toEqual({ a: -2 });
  });
});
