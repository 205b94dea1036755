import type { LanguageModel, LearnTrace } from "@skillloop/core";
import { frankAnswers, frankTrace } from "../../packages/core/src/testing/learning/frank-answers.ts";
import { roleLanguageModel } from "../../packages/core/src/testing/role-language-model.ts";

/**
 * Moments at which a child with a model can be killed beside those of the store: when a stage has asked and no answer has come, and
 * when one has come of which nothing is stored.
 */
export const modelPoints = [
  "model-reflect",
  "model-synthesize",
  "model-judge",
  "model-reflect-answered",
  "model-synthesize-answered",
  "model-judge-answered",
] as const;

export type ModelPoint = (typeof modelPoints)[number];

const TOPICS = 8;

/** Failed runs of eight topics, the first of each before the second of any. */
export function modelTraces(count: number): readonly LearnTrace[] {
  return Array.from({ length: count }, (_, index) => frankTrace(index % TOPICS, index));
}

/**
 * A model that answers by the prompt alone, at once, and tells when it is asked. Half of the topics it is sure of; of the
 * others it says so little that they wait for a second run.
 */
export function crashModel(at: (point: ModelPoint) => void): LanguageModel {
  const sure = frankAnswers();
  const unsure = frankAnswers({ support: "inferred", confidence: 0.7 });
  const model = roleLanguageModel({
    ...sure,
    reflect: (request, call) => {
      const isSure = /\b[a-f][a-z]*ctl\b/.test(request.prompt);
      return (isSure ? sure : unsure).reflect?.(request, call);
    },
  });
  return {
    id: "scripted",
    async generate(request) {
      const reached = (name: string): void => {
        const point = modelPoints.find((one) => one === name);
        if (point !== undefined) at(point);
      };
      reached(`model-${request.role}`);
      const answer = await model.generate(request);
      reached(`model-${request.role}-answered`);
      return answer;
    },
  };
}
