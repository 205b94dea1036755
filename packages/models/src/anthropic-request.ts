import type { AnswerSchema } from "./answer-schema.ts";
import { readReply } from "./read-failure.ts";

/** What the server was found to take; learnt from what it refuses, and kept for as long as the model. */
export interface AnthropicAbilities {
  readonly schema: boolean;
  /** The most that the model can answer with, where it has said so. */
  readonly mostTokens: number;
}

export interface AnthropicAsk {
  readonly model: string;
  readonly system: string;
  readonly prompt: string;
  readonly maxOutputTokens: number;
  readonly shape: AnswerSchema | undefined;
}

export function anthropicBody(
  ask: AnthropicAsk,
  able: AnthropicAbilities,
): Readonly<Record<string, unknown>> {
  const { model, system, prompt, maxOutputTokens, shape } = ask;
  const isStrict = able.schema && shape?.strict === true;
  return {
    model,
    max_tokens: Math.min(maxOutputTokens, able.mostTokens),
    system,
    messages: [{ role: "user", content: prompt }],
    ...(isStrict && { output_config: { format: { type: "json_schema", schema: shape.schema } } }),
  };
}

/** What to try instead after a refusal that names a part of the request; undefined when it is about something else. */
export function otherAnthropicAbilities(
  error: unknown,
  able: AnthropicAbilities,
): AnthropicAbilities | undefined {
  const { status, message } = readReply(error);
  if (status !== 400 && status !== 422) return undefined;
  const most = Number(/\bmax_tokens: \d+ > (\d+)/.exec(message)?.[1] ?? Number.NaN);
  if (most > 0 && most < able.mostTokens) return { ...able, mostTokens: most };
  const isAboutSchema = /\boutput_(?:config|format)\b|\bjson_schema\b|\bstructured output/i.test(message);
  return able.schema && isAboutSchema ? { ...able, schema: false } : undefined;
}
