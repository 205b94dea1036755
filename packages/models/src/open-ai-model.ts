import type { GenerateRequest, GenerateResult, LanguageModel } from "@skillloop/core";
import {
  type AnswerTurn,
  answerWithRepair,
  failedGeneration,
  type RawAnswer,
  readField,
  systemWithSchema,
} from "@skillloop/core/adapter";
import type { OpenAI } from "openai";
import { answerSchema } from "./answer-schema.ts";
import { askThroughPool } from "./ask-through-pool.ts";
import { clientsByKey } from "./clients-by-key.ts";
import { KeyPool, keysFrom } from "./key-pool.ts";
import { loadSdk } from "./load-sdk.ts";
import { type ModelClock, machineClock } from "./machine-clock.ts";
import { unavailable } from "./model-errors.ts";
import { assertModelOptions } from "./model-options.ts";
import { readOpenAiAnswer } from "./open-ai-answer.ts";
import {
  type Abilities,
  type OpenAiAsk,
  openAiBody,
  otherAbilities,
  type StructuredOutput,
} from "./open-ai-request.ts";

export interface OpenAiModelOptions {
  readonly model: string;
  /** Up to and with its version, as `http://localhost:11434/v1`. Default: `OPENAI_BASE_URL`, else OpenAI itself. */
  readonly baseURL?: string;
  /** One or several. Default: `OPENAI_API_KEY`, with a comma between several. A server of one's own may need none. */
  readonly keys?: string | readonly string[];
  /** Milliseconds for one request. Default 90,000. */
  readonly timeoutMs?: number;
  /** How an answer of the right shape is asked for. `auto` (default) takes the best that the server does not refuse. */
  readonly structured?: StructuredOutput | "auto";
  /** Default: the server's own. */
  readonly maxOutputTokens?: number;
  /** Sent only when it is set, since some models refuse it. */
  readonly temperature?: number;
  /** For the ledger and for errors. Default: the model. */
  readonly id?: string;
  /** Instead of the global one. */
  readonly fetch?: typeof fetch;
  readonly clock?: ModelClock;
}

type Client = Pick<OpenAI, "chat">;

/**
 * A model behind the chat completions route of OpenAI: OpenAI itself, or a server that is compatible with it. Needs the package
 * `openai`, which is loaded when the model is first asked.
 *
 * @throws SkillLoopError `INVALID_OPTIONS`
 * @example
 * const loop = await SkillLoop.open({ model: openAiModel({ model: "gpt-5-mini" }) });
 */
export function openAiModel(options: OpenAiModelOptions): LanguageModel {
  // An empty variable is one that is not set, as the client reads it.
  const address = options.baseURL ?? (process.env["OPENAI_BASE_URL"]?.trim() || undefined);
  assertModelOptions({ ...options, baseURL: address });
  const { model, timeoutMs = 90_000, structured = "auto", temperature, clock = machineClock } = options;
  const id = options.id ?? model;
  const keys = keysFrom(options.keys, "OPENAI_API_KEY");
  // A server on this machine or in a private network often has no keys; the client wants one all the same.
  const pool = new KeyPool(keys.length === 0 && address?.startsWith("http:") ? ["none"] : keys);
  const isOpenAi = address === undefined || new URL(address).hostname === "api.openai.com";
  let able: Abilities = {
    format: structured === "auto" ? "json_schema" : structured,
    mayLowerFormat: structured === "auto",
    temperature: true,
    system: true,
    limit: isOpenAi ? "max_completion_tokens" : "max_tokens",
    limitsTried: 0,
  };
  let hasAnswered = false;
  const clients = clientsByKey<Client>(async (apiKey) => {
    const { OpenAI } = await loadSdk("openai", () => import("openai"));
    return new OpenAI({
      apiKey,
      // The client's own limit stands behind ours, and the retries are ours.
      timeout: timeoutMs + 5_000,
      maxRetries: 0,
      // A redirect would carry the texts to a place that nobody named.
      fetchOptions: { redirect: "error" },
      logLevel: "off",
      ...(address !== undefined && { baseURL: address }),
      ...(options.fetch !== undefined && { fetch: options.fetch }),
    });
  });

  /** Leaves out what the server refuses, one thing at a time. */
  async function send(ask: OpenAiAsk, key: string, signal: AbortSignal): Promise<RawAnswer> {
    const client = await clients(key);
    for (;;) {
      const tried = able;
      try {
        // The body is made of what the server was found to take, which no type of the client describes.
        const body = openAiBody(ask, tried) as unknown as OpenAI.ChatCompletionCreateParamsNonStreaming;
        const reply: unknown = await client.chat.completions.create(body, { signal });
        return readReplyOf(reply, id);
      } catch (error) {
        const draft = failedGeneration(error);
        if (draft !== "") return { text: draft, finish: "other", usage: { inputTokens: 0, outputTokens: 0 } };
        const other = signal.aborted ? undefined : otherAbilities(error, tried);
        if (other === undefined) throw error;
        // Another call may have found out the same meanwhile.
        if (able === tried) able = other;
      }
    }
  }

  return {
    id,
    async generate<T>(request: GenerateRequest<T>): Promise<GenerateResult<T>> {
      request.signal?.throwIfAborted();
      if (pool.size === 0) throw noKey(id);
      const shape = answerSchema(request.schema);
      const system = await systemWithSchema(request.system, request.schema);
      return answerWithRepair({ ...request, system }, async (turn: AnswerTurn) => {
        const { signal, ...asked } = turn;
        const limit = turn.maxOutputTokens ?? options.maxOutputTokens;
        const ask: OpenAiAsk = {
          ...asked,
          model,
          temperature,
          maxOutputTokens: limit,
          role: request.role,
          shape,
        };
        const answer = await askThroughPool({
          id,
          pool,
          clock,
          timeoutMs,
          signal,
          hasAnswered,
          send: (key, until) => send(ask, key, until),
        });
        hasAnswered = true;
        return answer;
      });
    },
  };
}

/** Some servers tell an error in an answer of status 200, and a wrong address may answer with a page. */
function readReplyOf(reply: unknown, id: string): RawAnswer {
  if (typeof reply !== "object" || reply === null)
    throw unavailable(
      `The model ${id} was answered for with no JSON.`,
      "See that the base URL leads to a model server.",
    );
  if (readField(reply, "choices") === undefined && readField(reply, "error") !== undefined) throw reply;
  return readOpenAiAnswer(reply);
}

function noKey(id: string) {
  return unavailable(
    `There is no key for the model ${id}.`,
    "Set OPENAI_API_KEY, or give keys to openAiModel; for a server of your own, give its baseURL.",
  );
}
