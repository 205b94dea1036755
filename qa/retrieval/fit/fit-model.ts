import type { FitFeature, RankFeature } from "../../../packages/core/src/recall/features.ts";
import type { FittedModel } from "../../../packages/core/src/recall/judge-matches.ts";
import type { RetrievalProbe } from "../data/formats.ts";
import { classWeights } from "./class-weights.ts";
import type { Example } from "./examples.ts";
import { type ConfidenceExample, fitConfidence } from "./fit-confidence.ts";
import { fitNoWork } from "./fit-no-work.ts";
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
const thresholds = { task: 0.45, taskByWords: 0.5, error: 0.2, errorByWords: 0.4 } as const;
export type ModelName = keyof typeof thresholds;
/** A task whose skill is not there is a trap as good as any, but a made one: it counts less than a written one. */
const withoutRightWeight = { task: 0.1, error: 1 } as const;
const pull = 0.02;

/** Ranking first, then what asks for no work, then how sure the first one is. */
export function fitModel(
  name: ModelName,
  examples: readonly Example[],
  start: FittedModel,
  embedder?: string,
): FittedModel {
  const rankNames = Object.keys(start.rank) as RankFeature[];
  const ranked = examples.flatMap(({ judge, expected }) => {
    const example = rankExample(judge(start, { isComplete: true }), expected);
    return example === undefined ? [] : [example];
  });
  const withRank: FittedModel = { ...withoutNoWork(start), rank: fitRank(ranked, rankNames) };
  const noWorkOf = (some: readonly Example[]): FittedModel => {
    const noWork = embedder === undefined || name !== "task" ? undefined : fitNoWork(embedder, some);
    return noWork === undefined ? withRank : { ...withRank, noWork };
  };
  const weights = classWeights(examples);
  // Each author's requests are read as if they were new: what was fitted on them would trust itself too much.
  const reading = new Map(
    [...new Set(examples.map(({ group }) => group))].map((group) => [
      group,
      noWorkOf(examples.filter((example) => example.group !== group)),
    ]),
  );
  const rows = examples.flatMap((example, at) => {
    const own = weights[at] as number;
    const model = reading.get(example.group) ?? withRank;
    return confidenceExamples(example, model).map((row) => ({ ...row, weight: row.weight * own }));
  });
  const names = Object.keys(rows[0]?.features ?? {}) as FitFeature[];
  const confidence = fitConfidence(rows, names, pull);
  return { ...noWorkOf(examples), ...confidence, threshold: thresholds[name] };
}

function withoutNoWork({ noWork: _, ...model }: FittedModel): FittedModel {
  return model;
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
  embedder?: string,
): readonly Outcome[] {
  const groups = [...new Set(examples.map(({ group }) => group))];
  return groups.flatMap((left) => {
    const model = fitModel(
      name,
      examples.filter(({ group }) => group !== left),
      start,
      embedder,
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
