import { describe, expect, it } from "vitest";
import { keyVectors } from "../index/key-vectors.ts";
import type { SearchMatch } from "../index/search-query.ts";
import { type FitFeature, fitFeatures } from "./features.ts";
import { type FittedModel, judgeMatches } from "./judge-matches.ts";
import { operationsIn } from "./operations.ts";
import { requestFacts } from "./request-facts.ts";

const facts = requestFacts({ turn: "push the branch", text: "push the branch", hasHistory: false });
const noRank = { words: 0, frequency: 0, about: 0, conditions: 0, query: 0, queries: 0 };
const noSimilarity = { about: 0, conditions: 0, notFor: 0, query: 0, queries: 0 };
const someFeatures = fitFeatures({
  words: { score: 0, relevance: 0, symptom: 0, frequency: 0 },
  similarity: noSimilarity,
  standing: { margin: 0, lead: 0 },
  operation: { shared: false, other: false },
  forbidden: 0,
  facts,
});
const noFit = Object.fromEntries(Object.keys(someFeatures).map((name) => [name, 0])) as Record<
  FitFeature,
  number
>;

/** A model that looks at what it is given and at nothing else. */
const model = (weights: {
  readonly rank?: Partial<FittedModel["rank"]>;
  readonly fit?: Partial<FittedModel["fit"]>;
}): FittedModel => ({
  rank: { ...noRank, ...weights.rank },
  fit: { ...noFit, ...weights.fit },
  bias: 0,
  threshold: 0.5,
});

function match(id: string, fields: Partial<SearchMatch<string>> = {}): SearchMatch<string> {
  return {
    id,
    payload: id,
    score: 0.5,
    relevance: 0.5,
    symptom: 0,
    terms: [],
    fields: {},
    frequency: 0,
    vectors: undefined,
    ...fields,
  };
}

/** A skill of which only what it is about is known, as a direction in the plane. */
const about = (x: number, y: number) => {
  const bytes = new Int8Array(keyVectors.firstQuery * 2);
  bytes.set([x, y], keyVectors.about * 2);
  return { dimension: 2, bytes };
};
const right = Float32Array.of(1, 0);

const judge = (
  matches: readonly SearchMatch<string>[],
  options: Partial<Parameters<typeof judgeMatches<string>>[0]> = {},
) =>
  judgeMatches({
    matches,
    vector: undefined,
    calibration: { noise: 0, own: 1 },
    facts,
    asked: new Set(),
    operationsOf: () => new Set(),
    forbiddenFor: () => 0,
    model: model({ rank: { words: 1 }, fit: { coverage: 1 } }),
    ...options,
  });

describe("judgeMatches", () => {
  it("ranks by the weights, the best first, and ties by id", () => {
    const found = [match("c"), match("b", { relevance: 0.9 }), match("a")];
    expect(judge(found).map(({ match: { id } }) => id)).toEqual(["b", "a", "c"]);
  });

  it("gives confidences between 0 and 1, and none that ranks behind is as sure", () => {
    const found = [
      match("first", { relevance: 0.9, score: 0.1 }),
      match("second", { relevance: 0.8, score: 1 }),
      match("third", { relevance: 0.7, score: 1 }),
    ];
    const sure = judge(found).map(({ confidence }) => confidence);
    expect(sure[0]).toBeGreaterThan(sure[1] ?? 1);
    expect(sure[1]).toBeGreaterThan(sure[2] ?? 1);
    expect(sure.every((confidence) => confidence > 0 && confidence < 1)).toBe(true);
  });

  it("does not rank by shared words where the best of them are chance", () => {
    const weak = judge([match("a", { relevance: 0.1 }), match("b", { relevance: 0.2 })]);
    expect(weak[0]?.features.margin).toBe(0);
    const strong = judge([match("a", { relevance: 0.1 }), match("b", { relevance: 0.9 })]);
    expect(strong[0]?.features.margin).toBeCloseTo(0.8);
  });

  it("tells by how much the first is ahead of the second, and how far the others are behind it", () => {
    const [first, second] = judge([
      match("a", { relevance: 0.9 }),
      match("b", { relevance: 0.5 }),
      match("c", { relevance: 0.1 }),
    ]);
    expect(first?.features.margin).toBeCloseTo(0.4);
    expect(second?.features.margin).toBeCloseTo(-0.4);
    expect(first?.features.lead).toBeCloseTo(0.6);
  });

  it("measures a lone skill against nothing", () => {
    const [only] = judge([match("a", { relevance: 0.9 })]);
    expect(only?.features).toMatchObject({ margin: 0.9, lead: 0.9 });
    expect(judge([])).toEqual([]);
  });

  it("reads cosines by what they mean in this library", () => {
    const found = [match("a", { vectors: about(127, 0) })];
    const aboutOf = (noise: number, own: number) =>
      judge(found, { vector: right, calibration: { noise, own } })[0]?.features.about;
    expect(aboutOf(0, 1)).toBeCloseTo(1, 2);
    expect(aboutOf(0.5, 0.75)).toBeCloseTo(2, 2);
    expect(aboutOf(1, 2)).toBeCloseTo(0, 2);
  });

  it("is not thrown by a library whose own and foreign texts look alike", () => {
    const [only] = judge([match("a", { vectors: about(127, 0) })], {
      vector: right,
      calibration: { noise: 0.9, own: 0.9 },
    });
    expect(only?.features.about).toBeCloseTo(2, 1);
  });

  it("compares by meaning what has vectors of the query's dimension, and takes others to be as near as their words", () => {
    const found = [
      match("none", { score: 0.75 }),
      match("other", { score: 0.25, vectors: { dimension: 1, bytes: Int8Array.of(1, 1, 1) } }),
      match("same", { score: 0, vectors: about(127, 0) }),
    ];
    const judged = judge(found, { vector: right, model: model({ rank: { about: 1 } }) });
    expect(judged.map(({ match: { id }, features }) => [id, features.about.toFixed(2)])).toEqual([
      ["same", "1.00"],
      ["none", "0.75"],
      ["other", "0.25"],
    ]);
    expect(judge(found)[0]?.features.about).toBe(0);
  });

  it("holds another operation than the one asked for against a skill", () => {
    const options = {
      asked: operationsIn("rotate the key"),
      operationsOf: (name: string) => operationsIn(`${name} the key`),
      model: model({ fit: { sameOperation: 1, otherOperation: -1 } }),
    };
    const [same] = judge([match("rotate")], options);
    const [other] = judge([match("delete")], options);
    expect(same?.confidence).toBeGreaterThan(0.5);
    expect(other?.confidence).toBeLessThan(0.5);
  });

  it("asks of each skill how far it is not for this", () => {
    const options = {
      forbiddenFor: (name: string) => (name === "not-for-this" ? 1 : 0),
      model: model({ fit: { forbidden: -1 } }),
    };
    const [fits] = judge([match("a")], options);
    const [forbidden] = judge([match("not-for-this")], options);
    expect(forbidden?.confidence).toBeLessThan(fits?.confidence ?? 0);
  });

  it("leaves out what ranks behind the first that is not sure enough, and nothing that is", () => {
    const found = ["a", "b", "c", "d"].map((id, at) =>
      match(id, { relevance: 0.9 - at / 10, score: 0.9 - at / 4 }),
    );
    const all = judge(found);
    for (const least of all.map(({ confidence }) => confidence)) {
      const some = judge(found, { least });
      expect(some).toEqual(all.slice(0, some.length));
      expect(all.filter(({ confidence }) => confidence >= least).length).toBe(
        some.filter(({ confidence }) => confidence >= least).length,
      );
    }
    const asked: string[] = [];
    const forbiddenFor = (name: string) => asked.push(name) * 0;
    judge(found, { least: 1, forbiddenFor });
    expect(asked).toEqual(["a"]);
  });
});
