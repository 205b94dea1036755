import type { FitFeature, RankFeature } from "../../../packages/core/src/recall/features.ts";
import type { FittedModel } from "../../../packages/core/src/recall/judge-matches.ts";
import type { RetrievalProbe } from "../data/formats.ts";
import { classWeights } from "./class-weights.ts";
import type { Example } from "./examples.ts";
import { type ConfidenceExample, fitConfidence } from "./fit-confidence.ts";
import { fitRank, rankExample } from "./fit-rank.ts";

/** What a model says of one probe. */
export interface Outcome {
  readonly group: string;
  readonly probe: RetrievalProbe;
  readonly confidence: number;
  readonly isRight: boolean;
  readonly expectsNothing: boolean;
}

/** Where libraries that were left out do best over all classes. */
const thresholds = { task: 0.45, taskByWords: 0.5, error: 0.3, errorByWords: 0.4 } as const;
export type ModelName = keyof typeof thresholds;
/** A task whose skill is not there is a trap as good as any, but a made one: it counts less than a written one. */
const withoutRightWeight = { task: 0.1, error: 1 } as const;
const pull = 0.02;

/** Ranking first, then how sure the first one is. */
export function fitModel(name: ModelName, examples: readonly Example[], start: FittedModel): FittedModel {
  const rankNames = Object.keys(start.rank) as RankFeature[];
  const ranked = examples.flatMap(({ judge, expected }) => {
    const example = rankExample(judge(start, { isComplete: true }), expected);
    return example === undefined ? [] : [example];
  });
  const rank = fitRank(ranked, rankNames);
  const withRank: FittedModel = { ...start, rank };
  const weights = classWeights(examples);
  const rows = examples.flatMap((example, at) => {
    const own = weights[at] as number;
    return confidenceExamples(example, withRank).map((row) => ({ ...row, weight: row.weight * own }));
  });
  const names = Object.keys(rows[0]?.features ?? {}) as FitFeature[];
  const confidence = fitConfidence(rows, names, pull);
  return { ...withRank, ...confidence, threshold: thresholds[name] };
}

function confidenceExamples({ judge, expected, probe }: Example, model: FittedModel): ConfidenceExample[] {
  const rows: ConfidenceExample[] = [];
  const [first] = judge(model, { isComplete: true });
  if (first !== undefined)
    rows.push({ features: first.features, isRight: expected.includes(first.match.id), weight: 1 });
  if (expected.length === 0 || probe.class === "paraphrase") return rows;
  const [other] = judge(model, { isComplete: false });
  if (other !== undefined)
    rows.push({ features: other.features, isRight: false, weight: withoutRightWeight[probe.mode] });
  return rows;
}

/** Each probe judged by a model that was fitted without its group. */
export function outOfGroup(
  name: ModelName,
  examples: readonly Example[],
  start: FittedModel,
): readonly Outcome[] {
  const groups = [...new Set(examples.map(({ group }) => group))];
  return groups.flatMap((left) => {
    const model = fitModel(
      name,
      examples.filter(({ group }) => group !== left),
      start,
    );
    return examples
      .filter(({ group }) => group === left)
      .map(({ probe, expected, group, judge }): Outcome => {
        const [first] = judge(model, { isComplete: true });
        return {
          group,
          probe,
          confidence: first?.confidence ?? 0,
          isRight: first !== undefined && expected.includes(first.match.id),
          expectsNothing: expected.length === 0,
        };
      });
  });
}
