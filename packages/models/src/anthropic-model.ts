import type { Anthropic } from "@anthropic-ai/sdk";
import type { GenerateRequest, GenerateResult, LanguageModel } from "@skillloop/core";
import { answerWithRepair, type RawAnswer, systemWithSchema } from "@skillloop/core/adapter";
import { answerSchema } from "./answer-schema.ts";
import { readAnthropicAnswer } from "./anthropic-answer.ts";
import {
  type AnthropicAbilities,
  type AnthropicAsk,
  anthropicBody,
  otherAnthropicAbilities,
} from "./anthropic-request.ts";
import { askThroughPool } from "./ask-through-pool.ts";
import { clientsByKey } from "./clients-by-key.ts";
import { KeyPool, keysFrom } from "./key-pool.ts";
import { loadSdk } from "./load-sdk.ts";
import { type ModelClock, machineClock } from "./machine-clock.ts";
import { unavailable } from "./model-errors.ts";
import { assertModelOptions } from "./model-options.ts";

export interface AnthropicModelOptions {
  readonly model: string;
  /** Default: `ANTHROPIC_BASE_URL`, else Anthropic itself. */
  readonly baseURL?: string;
  /** One or several. Default: `ANTHROPIC_API_KEY`, with a comma between several. */
  readonly keys?: string | readonly string[];
  /** Milliseconds for one request. Default 90,000. */
  readonly timeoutMs?: number;
  /** Default 8,192, or less where the model has less. */
  readonly maxOutputTokens?: number;
  /** For the ledger and for errors. Default: the model. */
  readonly id?: string;
  /** Instead of the global one. */
  readonly fetch?: typeof fetch;
  readonly clock?: ModelClock;
}

type Client = Pick<Anthropic, "messages">;

/**
 * A model of Anthropic's. Needs the package `@anthropic-ai/sdk`, which is loaded when the model is first asked.
 *
 * @throws SkillLoopError `INVALID_OPTIONS`
 * @example
 * const loop = await SkillLoop.open({ model: anthropicModel({ model: "claude-sonnet-4-5" }) });
 */
export function anthropicModel(options: AnthropicModelOptions): LanguageModel {
  const baseURL = options.baseURL ?? (process.env["ANTHROPIC_BASE_URL"]?.trim() || undefined);
  assertModelOptions({ ...options, baseURL });
  const { model, timeoutMs = 90_000, maxOutputTokens = 8_192, clock = machineClock } = options;
  const id = options.id ?? model;
  const pool = new KeyPool(keysFrom(options.keys, "ANTHROPIC_API_KEY"));
  let able: AnthropicAbilities = { schema: true, mostTokens: Number.POSITIVE_INFINITY };
  let hasAnswered = false;
  const clients = clientsByKey<Client>(async (apiKey) => {
    const { Anthropic } = await loadSdk("@anthropic-ai/sdk", () => import("@anthropic-ai/sdk"));
    return new Anthropic({
      apiKey,
      // Not a second way to sign in beside the key.
      authToken: null,
      maxRetries: 0,
      // A redirect would carry the texts to a place that nobody named.
      fetchOptions: { redirect: "error" },
      logLevel: "off",
      ...(baseURL !== undefined && { baseURL }),
      ...(options.fetch !== undefined && { fetch: options.fetch }),
    });
  });

  /** Leaves out what the server refuses, one thing at a time. */
  async function send(ask: AnthropicAsk, key: string, signal: AbortSignal): Promise<RawAnswer> {
    const client = await clients(key);
    for (;;) {
      const tried = able;
      try {
        // The body is made of what the server was found to take, which no type of the client describes.
        const body = anthropicBody(ask, tried) as unknown as Anthropic.MessageCreateParamsNonStreaming;
        // The client's own limit stands behind ours. With one set, it does not ask for streaming.
        const reply: unknown = await client.messages.create(body, { signal, timeout: timeoutMs + 5_000 });
        if (typeof reply !== "object" || reply === null) throw noJson(id);
        return readAnthropicAnswer(reply);
      } catch (error) {
        const other = signal.aborted ? undefined : otherAnthropicAbilities(error, tried);
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
      return answerWithRepair({ ...request, system }, async ({ signal, ...turn }) => {
        const ask = { ...turn, model, shape, maxOutputTokens: turn.maxOutputTokens ?? maxOutputTokens };
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

function noJson(id: string) {
  return unavailable(
    `The model ${id} was answered for with no JSON.`,
    "See that the base URL leads to a model server.",
  );
}

function noKey(id: string) {
  return unavailable(
    `There is no key for the model ${id}.`,
    "Set ANTHROPIC_API_KEY, or give keys to anthropicModel.",
  );
}
