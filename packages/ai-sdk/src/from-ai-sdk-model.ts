import type { GenerateRequest, GenerateResult, LanguageModel } from "@skillloop/core";
import {
  readField,
  readList,
  readModelAnswer,
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
 * needs no support for schemas. A middleware of ours around it never records these calls.
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
    async generate<T>({ system, prompt, schema, signal }: GenerateRequest<T>): Promise<GenerateResult<T>> {
      const params = {
        prompt: [
          { role: "system", content: await systemWithSchema(system, schema) },
          { role: "user", content: [{ type: "text", text: prompt }] },
        ],
        responseFormat: { type: "json" },
        ...(signal && { abortSignal: signal }),
      };
      const answer = await sent(model, params, signal);
      const content = readList(answer, "content");
      const textOf = (type: string): string =>
        content
          .filter((part) => readField(part, "type") === type)
          .map((part) => readText(part, "text") ?? "")
          .join("");
      const usage = readField(answer, "usage");
      const finish = finishWord(readField(answer, "finishReason"));
      return {
        value: readModelAnswer({ text: textOf("text"), reasoning: textOf("reasoning") }, schema),
        usage: {
          inputTokens: tokens(readField(usage, "inputTokens")),
          outputTokens: tokens(readField(usage, "outputTokens")),
        },
        finish: finish === "stop" || finish === "length" ? finish : "other",
      };
    },
  };
}

/** A number in V2; an object with a total in V3 and V4. */
function tokens(count: unknown): number {
  const total = typeof count === "number" ? count : readField(count, "total");
  return typeof total === "number" && Number.isFinite(total) ? total : 0;
}

/** Comes back when the signal is aborted, also from a model that takes no notice of it. */
async function sent(
  model: AiSdkModel,
  params: { readonly prompt: object },
  signal: AbortSignal | undefined,
): Promise<unknown> {
  let stop = (): void => {};
  try {
    signal?.throwIfAborted();
    const aborted = new Promise<never>((_resolve, reject) => {
      stop = () => reject(signal?.reason);
      signal?.addEventListener("abort", stop, { once: true });
    });
    return await Promise.race([asOwnCall(params.prompt, () => model.doGenerate(params as never)), aborted]);
  } catch (cause) {
    throw new SkillLoopError({
      code: "MODEL_UNAVAILABLE",
      message: `The model ${model.provider}/${model.modelId} gave no answer.`,
      remedy: "Look at the cause; what waits for the model is tried again later.",
      cause,
    });
  } finally {
    signal?.removeEventListener("abort", stop);
  }
}
