import { describe, expect, it } from "vitest";
import { seededRandom } from "../../random.ts";
import type { RetrievalProbe } from "../data/formats.ts";
import { overallScore } from "../score/scores.ts";
import { type Favourite, oracleThreshold } from "./oracle.ts";

const probe = (expect: string | null): RetrievalProbe => ({
  id: "p",
  class: "c",
  mode: "task",
  text: "x",
  history: [],
  expect,
});

/** F1 as the benchmark scores it when answers with at least this score are given. */
function f1At(favourites: readonly Favourite[], threshold: number): number {
  const outcomes = favourites.map(({ probe, name, score }) => ({
    probe,
    given: score >= threshold ? [{ name, score }] : [],
  }));
  return overallScore(outcomes).f1;
}

describe("oracleThreshold", () => {
  it("cuts off what is wrong below what is right", () => {
    const favourites = [
      { probe: probe("a"), name: "a", score: 9 },
      { probe: probe("b"), name: "b", score: 5 },
      { probe: probe(null), name: "a", score: 4 },
      { probe: probe("a"), name: "b", score: 3 },
    ];
    expect(oracleThreshold(favourites)).toEqual({ threshold: 5, f1: 0.8 });
  });

  it("is beaten by no other threshold, with ties and all", () => {
    const random = seededRandom(7);
    for (let round = 0; round < 200; round += 1) {
      const favourites = Array.from({ length: 25 }, (): Favourite => {
        const expected = random() < 0.4 ? null : random() < 0.5 ? "a" : "b";
        return { probe: probe(expected), name: random() < 0.6 ? "a" : "b", score: Math.floor(random() * 12) };
      });
      const best = oracleThreshold(favourites);
      const tried = [-1, ...favourites.map(({ score }) => score), 99].map((value) => f1At(favourites, value));
      expect(best.f1).toBeCloseTo(Math.max(...tried), 12);
      expect(f1At(favourites, best.threshold)).toBeCloseTo(best.f1, 12);
    }
  });

  it("gives nothing where every answer is wrong", () => {
    expect(oracleThreshold([{ probe: probe(null), name: "a", score: 1 }])).toEqual({
      threshold: Number.POSITIVE_INFINITY,
      f1: 0,
    });
  });
});
