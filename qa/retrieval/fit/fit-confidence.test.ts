import { describe, expect, it } from "vitest";
import { type FitFeatures, fitFeatures } from "../../../packages/core/src/recall/features.ts";
import { requestFacts } from "../../../packages/core/src/recall/request-facts.ts";
import { type ConfidenceExample, fitConfidence } from "./fit-confidence.ts";

const plain: FitFeatures = fitFeatures({
  words: { score: 0, relevance: 0, symptom: 0, frequency: 0 },
  similarity: { about: 0, conditions: 0, notFor: 0, query: 0, queries: 0 },
  standing: { margin: 0, lead: 0 },
  operation: { shared: false, other: false },
  forbidden: 0,
  facts: requestFacts({ turn: "", text: "", hasHistory: false }),
});

const example = (coverage: number, isRight: boolean, fields: Partial<FitFeatures> = {}, weight = 1) => ({
  features: { ...plain, coverage, ...fields },
  isRight,
  weight,
});

/** What covers the request is right, and nothing else tells. */
const examples: readonly ConfidenceExample[] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((tenths) =>
  example(tenths / 10, tenths >= 5, { frequency: (tenths * 7) % 10 }),
);

describe("fitConfidence", () => {
  const confidenceOf = (
    { fit, bias }: ReturnType<typeof fitConfidence>,
    features: Partial<FitFeatures>,
  ): number => {
    const odds = Object.entries(fit).reduce(
      (sum, [name, weight]) => sum + weight * ({ ...plain, ...features }[name as keyof FitFeatures] ?? 0),
      bias,
    );
    return 1 / (1 + Math.exp(-odds));
  };

  it("is sure on either side of what parts right from wrong, and in doubt between", () => {
    const fitted = fitConfidence(examples, ["coverage"], 0.001);
    expect(fitted.fit.coverage).toBeGreaterThan(0);
    expect(confidenceOf(fitted, { coverage: 0.9 })).toBeGreaterThan(0.9);
    expect(confidenceOf(fitted, { coverage: 0 })).toBeLessThan(0.1);
    expect(confidenceOf(fitted, { coverage: 0.45 })).toBeCloseTo(0.5, 1);
  });

  it("gives what does not tell little weight beside what does", () => {
    const { fit } = fitConfidence(examples, ["coverage", "frequency"], 0.02);
    // Per unit of its own spread: the one goes up to 0.9 and the other up to 9.
    expect(Math.abs(fit.frequency * 10)).toBeLessThan(fit.coverage / 2);
  });

  it("does not blow up a feature that is the same in all examples", () => {
    const constant = examples.map(({ features, ...rest }) => ({
      ...rest,
      features: { ...features, lead: 0.3 },
    }));
    const { fit, bias } = fitConfidence(constant, ["coverage", "lead"], 0.02);
    expect(fit.lead).toBeCloseTo(0, 2);
    expect(Number.isFinite(bias)).toBe(true);
    expect(fit.coverage).toBeCloseTo(fitConfidence(examples, ["coverage"], 0.02).fit.coverage, 3);
  });

  it("counts an example by its weight", () => {
    const torn = (weight: number) =>
      fitConfidence([example(1, true), example(1, false, {}, weight)], ["coverage"], 0.001);
    expect(confidenceOf(torn(1), { coverage: 1 })).toBeCloseTo(0.5, 2);
    expect(confidenceOf(torn(0.1), { coverage: 1 })).toBeCloseTo(1 / 1.1, 1);
  });
});
