import type { LanguageModel } from "@skillloop/core";
import { failedGeneration, type RawAnswer, readField } from "@skillloop/core/adapter";
import type { OpenAI } from "openai";
import { clientsByKey } from "./clients-by-key.ts";
import { KeyPool, keysFrom } from "./key-pool.ts";
import { learntAbilities } from "./learnt-abilities.ts";
import { loadSdk } from "./load-sdk.ts";
import { machineClock } from "./machine-clock.ts";
import { assertModelOptions, clientOptions, type ServerModelOptions } from "./model-options.ts";
import { readOpenAiAnswer } from "./open-ai-answer.ts";
import { type Abilities, openAiBody, otherAbilities, type StructuredOutput } from "./open-ai-request.ts";
import { assertJson, serverModel } from "./server-model.ts";

export interface OpenAiModelOptions extends ServerModelOptions {
  /** Up to and with its version, as `http://localhost:11434/v1`. Default: `OPENAI_BASE_URL`, else OpenAI itself. */
  readonly baseURL?: string;
  /** One or several. Default: `OPENAI_API_KEY`, with a comma between several. A server of one's own may need none. */
  readonly keys?: string | readonly string[];
  /** How an answer of the right shape is asked for. `auto` (default) takes the best that the server does not refuse. */
  readonly structured?: StructuredOutput | "auto";
  /** Default: the server's own. */
  readonly maxOutputTokens?: number;
  /** Sent only when it is set, since some models refuse it. */
  readonly temperature?: number;
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
  const baseURL = options.baseURL ?? (process.env["OPENAI_BASE_URL"]?.trim() || undefined);
  assertModelOptions({ ...options, baseURL });
  const { model, timeoutMs = 90_000, structured = "auto", temperature, maxOutputTokens } = options;
  const { clock = machineClock } = options;
  const id = options.id ?? model;
  const keys = keysFrom(options.keys, "OPENAI_API_KEY");
  // A server on this machine or in a private network often has no keys; the client wants one all the same.
  const pool = new KeyPool(keys.length === 0 && baseURL?.startsWith("http:") ? ["none"] : keys);
  const isOpenAi = baseURL === undefined || new URL(baseURL).hostname === "api.openai.com";
  const able: Abilities = {
    format: structured === "auto" ? "json_schema" : structured,
    mayLowerFormat: structured === "auto",
    temperature: true,
    system: true,
    limit: isOpenAi ? "max_completion_tokens" : "max_tokens",
    limitsTried: 0,
  };
  const asAble = learntAbilities(able, otherAbilities);
  const clients = clientsByKey<Client>(async (apiKey) => {
    const { OpenAI } = await loadSdk("openai", () => import("openai"));
    // The client's own limit stands behind ours.
    return new OpenAI({ ...clientOptions({ ...options, baseURL }), apiKey, timeout: timeoutMs + 5_000 });
  });
  return serverModel({
    id,
    pool,
    clock,
    timeoutMs,
    keyRemedy: "Set OPENAI_API_KEY, or give keys to openAiModel; for a server of your own, give its baseURL.",
    send: async (asked, key, signal) => {
      const client = await clients(key);
      const ask = { ...asked, model, temperature, maxOutputTokens: asked.maxOutputTokens ?? maxOutputTokens };
      return asAble(async (known) => {
        // The body is made of what the server was found to take, which no type of the client describes.
        const body = openAiBody(ask, known) as unknown as OpenAI.ChatCompletionCreateParamsNonStreaming;
        try {
          return readReplyOf(await client.chat.completions.create(body, { signal }), id);
        } catch (error) {
          const draft = failedGeneration(error);
          if (draft === "") throw error;
          return { text: draft, finish: "other", usage: { inputTokens: 0, outputTokens: 0 } };
        }
      }, signal);
    },
  });
}

/** Some servers tell an error in an answer of status 200. */
function readReplyOf(reply: unknown, id: string): RawAnswer {
  assertJson(id, reply);
  if (readField(reply, "choices") === undefined && readField(reply, "error") !== undefined) throw reply;
  return readOpenAiAnswer(reply);
}
