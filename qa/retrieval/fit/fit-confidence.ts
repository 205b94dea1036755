import type { FitFeature, FitFeatures } from "../../../packages/core/src/recall/features.ts";
import { deviation } from "./fit-rank.ts";
import { minimise } from "./minimise.ts";

export interface ConfidenceExample {
  readonly features: FitFeatures;
  readonly isRight: boolean;
  readonly weight: number;
}

export interface FittedConfidence {
  readonly fit: Readonly<Record<FitFeature, number>>;
  readonly bias: number;
}

/** Logistic regression of "the skill that ranks first is right". */
export function fitConfidence(
  examples: readonly ConfidenceExample[],
  names: readonly FitFeature[],
  pull: number,
): FittedConfidence {
  const means = names.map((name) => meanOf(examples.map(({ features }) => features[name])));
  const spread = names.map((name) => deviation(examples.map(({ features }) => features[name])));
  const rows = examples.map(({ features, isRight, weight }) => ({
    values: names.map((name, at) => (features[name] - (means[at] as number)) / (spread[at] as number)),
    isRight,
    weight,
  }));
  const total = rows.reduce((sum, { weight }) => sum + weight, 0);
  const size = names.length + 1;
  const weights = minimise(
    (current) => {
      const slope = new Float64Array(size);
      for (const { values, isRight, weight } of rows) {
        const score = values.reduce(
          (sum, value, at) => sum + value * (current[at] as number),
          current[size - 1] as number,
        );
        const wrong = (weight / total) * (1 / (1 + Math.exp(-score)) - (isRight ? 1 : 0));
        for (const [at, value] of values.entries()) slope[at] = (slope[at] as number) + wrong * value;
        slope[size - 1] = (slope[size - 1] as number) + wrong;
      }
      return slope;
    },
    size,
    { pull },
  );
  let bias = weights[size - 1] as number;
  const fit = names.map((name, at) => {
    const weight = (weights[at] as number) / (spread[at] as number);
    bias -= weight * (means[at] as number);
    return [name, weight] as const;
  });
  return { fit: Object.fromEntries(fit) as Record<FitFeature, number>, bias };
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
