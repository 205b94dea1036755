import type { Anthropic } from "@anthropic-ai/sdk";
import type { LanguageModel } from "@skillloop/core";
import { readAnthropicAnswer } from "./anthropic-answer.ts";
import { type AnthropicAbilities, anthropicBody, otherAnthropicAbilities } from "./anthropic-request.ts";
import { clientsByKey } from "./clients-by-key.ts";
import { KeyPool, keysFrom } from "./key-pool.ts";
import { learntAbilities } from "./learnt-abilities.ts";
import { loadSdk } from "./load-sdk.ts";
import { machineClock } from "./machine-clock.ts";
import { assertModelOptions, clientOptions, type ServerModelOptions } from "./model-options.ts";
import { assertJson, serverModel } from "./server-model.ts";

export interface AnthropicModelOptions extends ServerModelOptions {
  /** Default: `ANTHROPIC_BASE_URL`, else Anthropic itself. */
  readonly baseURL?: string;
  /** One or several. Default: `ANTHROPIC_API_KEY`, with a comma between several. */
  readonly keys?: string | readonly string[];
  /** Default 8,192, or less where the model has less. */
  readonly maxOutputTokens?: number;
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
  const able: AnthropicAbilities = { schema: true, mostTokens: Number.POSITIVE_INFINITY };
  const asAble = learntAbilities(able, otherAnthropicAbilities);
  const clients = clientsByKey<Client>(async (apiKey) => {
    const { Anthropic } = await loadSdk("@anthropic-ai/sdk", () => import("@anthropic-ai/sdk"));
    // Not a second way to sign in beside the key.
    return new Anthropic({ ...clientOptions({ ...options, baseURL }), apiKey, authToken: null });
  });
  return serverModel({
    id,
    pool: new KeyPool(keysFrom(options.keys, "ANTHROPIC_API_KEY")),
    clock,
    timeoutMs,
    keyRemedy: "Set ANTHROPIC_API_KEY, or give keys to anthropicModel.",
    send: async (asked, key, signal) => {
      const client = await clients(key);
      const ask = { ...asked, model, maxOutputTokens: asked.maxOutputTokens ?? maxOutputTokens };
      return asAble(async (known) => {
        // The body is made of what the server was found to take, which no type of the client describes.
        const body = anthropicBody(ask, known) as unknown as Anthropic.MessageCreateParamsNonStreaming;
        // The client's own limit stands behind ours. With one set, it does not ask for streaming.
        const reply: unknown = await client.messages.create(body, { signal, timeout: timeoutMs + 5_000 });
        assertJson(id, reply);
        return readAnthropicAnswer(reply);
      }, signal);
    },
  });
}
