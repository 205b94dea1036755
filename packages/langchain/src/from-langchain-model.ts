import type { BaseLanguageModelInput } from "@langchain/core/language_models/base";
import { type BaseMessage, HumanMessage, SystemMessage } from "@langchain/core/messages";
import type { RunnableInterface } from "@langchain/core/runnables";
import { AsyncLocalStorageProviderSingleton } from "@langchain/core/singletons";
import type { GenerateRequest, GenerateResult, LanguageModel } from "@skillloop/core";
import type { AnswerTurn, RawAnswer } from "@skillloop/core/adapter";
import { ownCallTag, SkillLoopError, systemWithSchema } from "@skillloop/core/adapter/langchain";
import { readField, readNumber, readText } from "./read-field.ts";

/** A chat model of LangChain, or one with options bound to it. */
export type LangchainChatModel = Pick<RunnableInterface<BaseLanguageModelInput, BaseMessage>, "invoke">;

/**
 * A chat model of LangChain as the model that SkillLoop learns with. It is asked for JSON in plain words, so
 * it needs no support for schemas, and once more where its answer is no use. How much it may answer with is the
 * model's own setting. Its calls belong to no run of the host: no callback of the host hears of them, and a handler
 * of ours on the model itself passes them over.
 *
 * @throws SkillLoopError `INVALID_OPTIONS` for the name of a model instead of a model.
 * @example
 * const loop = await SkillLoop.open({ model: fromLangChainModel(new ChatOpenAI({ model: "gpt-5" })) });
 */
export function fromLangChainModel(
  model: LangchainChatModel,
  { id }: { readonly id?: string } = {},
): LanguageModel {
  if (typeof readField(model, "invoke") !== "function") {
    throw new SkillLoopError({
      code: "INVALID_OPTIONS",
      message: "fromLangChainModel was given no model object.",
      remedy: 'Give it a chat model, like new ChatOpenAI({ model: "gpt-5" }); its name is not enough.',
    });
  }
  const named = id ?? nameOf(model);
  return {
    id: named,
    async generate<T>(request: GenerateRequest<T>): Promise<GenerateResult<T>> {
      // Loaded here, since a host that only records needs none of it.
      const { answerWithRepair, failedGeneration } = await import("@skillloop/core/adapter");
      const system = await systemWithSchema(request.system, request.schema);
      return answerWithRepair({ ...request, system }, (turn) =>
        ask(model, turn, { named, failedGeneration }),
      );
    },
  };
}

async function ask(
  model: LangchainChatModel,
  { system, prompt, signal }: AnswerTurn,
  {
    named,
    failedGeneration,
  }: { readonly named: string; readonly failedGeneration: (error: unknown) => string },
): Promise<RawAnswer> {
  const messages = [new SystemMessage(system), new HumanMessage(prompt)];
  const config = { callbacks: [], tags: [ownCallTag], ...(signal && { signal }) };
  try {
    // An empty list keeps a surrounding run's callbacks away, but not its metadata, tags and signal.
    const answer = await AsyncLocalStorageProviderSingleton.getInstance().run(undefined, async () =>
      model.invoke(messages, config),
    );
    const usage = readField(answer, "usage_metadata");
    return {
      text: readText(answer, "text"),
      reasoning: reasoningOf(answer),
      usage: {
        inputTokens: readNumber(usage, "input_tokens") ?? 0,
        outputTokens: readNumber(usage, "output_tokens") ?? 0,
      },
      finish: finishOf(readField(answer, "response_metadata")),
    };
  } catch (cause) {
    // A server that refused what its model wrote as a call of a tool still tells what that was (PR5).
    const text = failedGeneration(cause);
    if (text !== "") return { text, usage: { inputTokens: 0, outputTokens: 0 }, finish: "other" };
    throw new SkillLoopError({
      code: "MODEL_UNAVAILABLE",
      message: `The model ${named} gave no answer.`,
      remedy: "Look at the cause; what waits for the model is tried again later.",
      cause,
    });
  }
}

/** Models keep their name in a field, bound ones in the model they are bound to. */
function nameOf(model: unknown): string {
  const told = (holder: unknown): string | undefined =>
    readText(holder, "model") ?? readText(holder, "modelName");
  const getName: unknown = readField(model, "getName");
  const kind: unknown = typeof getName === "function" ? getName.call(model) : undefined;
  return told(model) ?? told(readField(model, "bound")) ?? (typeof kind === "string" ? kind : "langchain");
}

/** What the model thought, in a channel of its own: blocks of the content, or a field beside it (PR2). */
function reasoningOf(answer: unknown): string {
  const content = readField(answer, "content");
  const blocks = Array.isArray(content) ? content : [];
  const thought = blocks.map(
    (block: unknown) => readText(block, "thinking") ?? readText(block, "reasoning") ?? "",
  );
  const beside = readField(answer, "additional_kwargs");
  return thought.join("") || (readText(beside, "reasoning_content") ?? readText(beside, "reasoning") ?? "");
}

/** Each provider has its own word for why it stopped. */
function finishOf(facts: unknown): GenerateResult<unknown>["finish"] {
  const word =
    readText(facts, "finish_reason") ??
    readText(facts, "stop_reason") ??
    readText(facts, "finishReason") ??
    readText(facts, "stopReason") ??
    readText(facts, "done_reason");
  if (word === undefined) return "other";
  if (/^(?:stop|end_turn|stop_sequence)$/i.test(word)) return "stop";
  return /^(?:length|max_tokens|max_output_tokens)$/i.test(word) ? "length" : "other";
}
