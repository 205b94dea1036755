import type { GenerateRequest, GenerateResult, LanguageModel } from "@skillloop/core";
import {
  type AnswerTurn,
  answerWithRepair,
  failedGeneration,
  type RawAnswer,
  readField,
  readList,
  readText,
  SkillLoopError,
  systemWithSchema,
} from "@skillloop/core/adapter";
import { asOwnCall } from "./own-model-calls.ts";
import { finishWord } from "./response-reader.ts";

/** A language model of the AI SDK, in the part that the specifications V2, V3 and V4 agree on. */
export interface AiSdkModel {
  readonly specificationVersion: string;
  readonly provider: string;
  readonly modelId: string;
  // As a method, so that each specification's own narrower parameters fit.
  doGenerate(params: never): PromiseLike<unknown>;
}

/**
 * A model of the AI SDK as the model that SkillLoop learns with. It is asked for JSON in plain words, so it
 * needs no support for schemas, and once more where its answer is no use. A middleware of ours around it never
 * records these calls.
 *
 * @throws SkillLoopError `INVALID_OPTIONS` for the name of a model instead of a model.
 * @example
 * const loop = await SkillLoop.open({ model: fromAiSdkModel(openai("gpt-5")) });
 */
export function fromAiSdkModel(model: AiSdkModel, { id }: { readonly id?: string } = {}): LanguageModel {
  if (typeof readField(model, "doGenerate") !== "function") {
    throw new SkillLoopError({
      code: "INVALID_OPTIONS",
      message: "fromAiSdkModel was given no model object.",
      remedy: 'Give it what a provider makes, like openai("gpt-5"); the name of a model is not enough.',
    });
  }
  return {
    id: id ?? `${model.provider}/${model.modelId}`,
    async generate<T>(request: GenerateRequest<T>): Promise<GenerateResult<T>> {
      const system = await systemWithSchema(request.system, request.schema);
      return answerWithRepair({ ...request, system }, (turn) => ask(model, turn));
    },
  };
}

async function ask(model: AiSdkModel, turn: AnswerTurn): Promise<RawAnswer> {
  const { system, prompt, maxOutputTokens, signal } = turn;
  const params = {
    prompt: [
      { role: "system", content: system },
      { role: "user", content: [{ type: "text", text: prompt }] },
    ],
    responseFormat: { type: "json" },
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    ...(signal && { abortSignal: signal }),
  };
  const answer = await sent(model, params);
  const content = readList(answer, "content");
  const textOf = (type: string): string =>
    content
      .filter((part) => readField(part, "type") === type)
      .map((part) => readText(part, "text") ?? "")
      .join("");
  const usage = readField(answer, "usage");
  const finish = finishWord(readField(answer, "finishReason"));
  return {
    text: textOf("text"),
    reasoning: textOf("reasoning"),
    usage: {
      inputTokens: tokens(readField(usage, "inputTokens")),
      outputTokens: tokens(readField(usage, "outputTokens")),
    },
    finish: finish === "stop" || finish === "length" ? finish : "other",
  };
}

/** A number in V2; an object with a total in V3 and V4. */
function tokens(count: unknown): number {
  const total = typeof count === "number" ? count : readField(count, "total");
  return typeof total === "number" && Number.isFinite(total) ? total : 0;
}

/** A server that refused what its model wrote as a call of a tool still tells what that was (PR5). */
async function sent(model: AiSdkModel, params: { readonly prompt: object }): Promise<unknown> {
  try {
    return await asOwnCall(params.prompt, () => model.doGenerate(params as never));
  } catch (cause) {
    const draft = failedGeneration(cause);
    if (draft !== "") return { content: [{ type: "text", text: draft }], finishReason: "error" };
    throw new SkillLoopError({
      code: "MODEL_UNAVAILABLE",
      message: `The model ${model.provider}/${model.modelId} gave no answer.`,
      remedy: "Look at the cause; what waits for the model is tried again later.",
      cause,
    });
  }
}
