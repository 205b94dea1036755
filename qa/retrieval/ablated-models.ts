import type { FitFeature, RankFeature } from "../../packages/core/src/recall/features.ts";
import { fittedModels } from "../../packages/core/src/recall/fitted-models.ts";
import type { FittedModel } from "../../packages/core/src/recall/judge-matches.ts";
import type { FittedModels } from "../../packages/core/src/recall/judge-request.ts";

/** Features that say one thing of a request or a skill, and are taken out together. */
export const featureGroups: Readonly<
  Record<string, { readonly rank?: readonly RankFeature[]; readonly fit: readonly FitFeature[] }>
> = {
  "lexical coverage": { rank: ["words"], fit: ["coverage"] },
  frequency: { rank: ["frequency"], fit: ["frequency"] },
  symptom: { fit: ["symptom"] },
  about: { rank: ["about"], fit: ["about"] },
  conditions: { rank: ["conditions"], fit: ["conditions"] },
  queries: { rank: ["query", "queries"], fit: ["query", "queries"] },
  "not for": { fit: ["notFor", "forbidden"] },
  "margin and lead": { fit: ["margin", "lead"] },
  operations: { fit: ["sameOperation", "otherOperation"] },
  "form of the request": {
    fit: [
      "own",
      "asks",
      "specifics",
      "incident",
      "knowledge",
      "onlyToKnow",
      "makesUp",
      "brandNew",
      "question",
      "length",
      "readsAsSmallTalk",
    ],
  },
  "no work meant": { fit: ["meansNoWork"] },
  "closing words": { fit: ["closes", "history"] },
};

export interface AblatedModels {
  readonly without: string;
  readonly models: FittedModels;
}

/** The fitted models with the weights of one group at 0, for each group that weighs anything in `used`. */
export function ablatedModels(used: readonly (keyof FittedModels)[]): readonly AblatedModels[] {
  return Object.entries(featureGroups)
    .filter(([, { rank = [], fit }]) =>
      used.some((name) => {
        const model = fittedModels[name];
        return (
          rank.some((feature) => model.rank[feature] !== 0) || fit.some((feature) => model.fit[feature] !== 0)
        );
      }),
    )
    .map(([name, { rank = [], fit }]) => {
      const withZeros = (model: FittedModel): FittedModel => ({
        ...model,
        rank: { ...model.rank, ...zeros(rank) },
        fit: { ...model.fit, ...zeros(fit) },
      });
      const { task, taskByWords, error, errorByWords } = fittedModels;
      const models = {
        task: withZeros(task),
        taskByWords: withZeros(taskByWords),
        error: withZeros(error),
        errorByWords: withZeros(errorByWords),
      };
      return { without: name, models };
    });
}

const zeros = (names: readonly string[]): Readonly<Record<string, number>> =>
  Object.fromEntries(names.map((name) => [name, 0]));
