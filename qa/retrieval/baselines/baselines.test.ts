import type { Embedder } from "@skillloop/core";
import { describe, expect, it } from "vitest";
import { librarySkill, type RetrievalProbe, retrievalProbe } from "../data/formats.ts";
import { baselineQuery } from "./baseline.ts";
import { buildBm25 } from "./bm25.ts";
import { denseScores } from "./dense.ts";
import { runBaselines } from "./run-baselines.ts";
import { bestWeightedSum } from "./weighted-sum.ts";

const skills = [
  librarySkill.parse({
    name: "red",
    description: "paint red",
    queries: ["crimson walls"],
    not_for: ["blue"],
  }),
  librarySkill.parse({ name: "blue", description: "paint blue", queries: ["azure doors"] }),
];

const probe = (text: string, expect: string | null): RetrievalProbe =>
  retrievalProbe.parse({ id: text, class: "c", text, expect });

/** Texts of three colours as unit vectors along three axes. */
const colours: Embedder = {
  id: "colours",
  dimension: 3,
  embed: async (texts) =>
    texts.map((text) => {
      const axis = /red|crimson|rose/.test(text) ? 0 : /blue|azure|sky/.test(text) ? 1 : 2;
      return Float32Array.from([0, 1, 2], (index) => (index === axis ? 1 : 0));
    }),
};

describe("BM25", () => {
  it("scores as the formula says", () => {
    const score = buildBm25(["alpha beta", "alpha alpha gamma delta", "beta"]);
    // alpha: in 2 of 3 documents, so ln(1 + 1.5 / 2.5); mean length 7 / 3.
    const rarity = Math.log(1 + 1.5 / 2.5);
    const one = (rarity * 2.2) / (1 + 1.2 * (0.25 + 0.75 * (2 / (7 / 3))));
    const two = (rarity * 2 * 2.2) / (2 + 1.2 * (0.25 + 0.75 * (4 / (7 / 3))));
    const scores = score("alpha");
    expect(scores[0]).toBeCloseTo(one, 12);
    expect(scores[1]).toBeCloseTo(two, 12);
    expect(scores[2]).toBe(0);
  });

  it("stems both sides", () => {
    expect(buildBm25(["rotating keys"])("rotated key")[0]).toBeGreaterThan(0);
  });
});

describe("the dense baseline", () => {
  it("takes the nearest of description and trigger queries", async () => {
    const walls = librarySkill.parse({
      name: "w",
      description: "paint",
      queries: ["crimson walls", "walls"],
    });
    const [row] = await denseScores({ skills: [walls, ...skills], queries: ["a rose"], embedder: colours });
    expect([...(row ?? [])]).toEqual([1, 1, 0]);
  });

  it("tells the embedder what is searched and what is asked", async () => {
    const kinds: string[] = [];
    const spy: Embedder = {
      ...colours,
      embed: (texts, options) => {
        kinds.push(options?.kind ?? "");
        return colours.embed(texts);
      },
    };
    await denseScores({ skills, queries: ["a rose"], embedder: spy });
    expect(kinds).toEqual(["passage", "query"]);
  });
});

describe("runBaselines", () => {
  const probes = [probe("red paint", "red"), probe("sky", "blue"), probe("green", null)];

  it("runs BM25 alone without an embedder, and all three with one", async () => {
    expect((await runBaselines({ skills, probes })).map(({ name }) => name)).toEqual(["bm25"]);
    const results = await runBaselines({ skills, probes, embedder: colours });
    expect(results.map(({ name, f1 }) => [name, f1])).toEqual([
      ["bm25", 2 / 3],
      ["dense", 1],
      ["sum", 1],
    ]);
  });

  it("asks with the history before the text", () => {
    expect(baselineQuery({ ...probe("yes", "red"), history: ["paint it red"] })).toBe("paint it red\nyes");
  });
});

describe("the weighted sum", () => {
  it("is at least as good as either ranking alone", () => {
    const lexical = [Float64Array.of(3, 0), Float64Array.of(2, 1), Float64Array.of(1, 0)];
    const dense = [Float64Array.of(0.1, 0.2), Float64Array.of(0.2, 0.9), Float64Array.of(0.1, 0.1)];
    const probes = [probe("x", "red"), probe("y", "blue"), probe("z", null)];
    expect(bestWeightedSum({ lexical, dense, probes, skills })).toMatchObject({ f1: 1 });
  });
});
