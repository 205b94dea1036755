import type { AnswerSchema } from "./answer-schema.ts";
import { readReply } from "./read-failure.ts";

export type StructuredOutput = "json_schema" | "json_object" | "none";

/** What a server was found to take; learnt from what it refuses, and kept for as long as the model. */
export interface Abilities {
  readonly format: StructuredOutput;
  readonly mayLowerFormat: boolean;
  readonly temperature: boolean;
  /** Templates of some open models know no system's turn. */
  readonly system: boolean;
  readonly limit: "max_completion_tokens" | "max_tokens" | "none";
  readonly limitsTried: number;
}

export interface OpenAiAsk {
  readonly model: string;
  readonly system: string;
  readonly prompt: string;
  readonly temperature?: number | undefined;
  readonly maxOutputTokens?: number | undefined;
  /** A name for the schema. */
  readonly role: string;
  readonly shape: AnswerSchema | undefined;
}

export function openAiBody(ask: OpenAiAsk, able: Abilities): Readonly<Record<string, unknown>> {
  return {
    model: ask.model,
    messages: able.system
      ? [
          { role: "system", content: ask.system },
          { role: "user", content: ask.prompt },
        ]
      : [{ role: "user", content: `${ask.system}\n\n${ask.prompt}` }],
    ...(ask.temperature !== undefined && able.temperature && { temperature: ask.temperature }),
    ...(ask.maxOutputTokens !== undefined && able.limit !== "none" && { [able.limit]: ask.maxOutputTokens }),
    ...formatOf(ask, able),
  };
}

function formatOf({ shape, role }: OpenAiAsk, { format }: Abilities): object {
  if (shape === undefined || format === "none") return {};
  if (format === "json_object") return { response_format: { type: "json_object" } };
  return { response_format: { type: "json_schema", json_schema: { name: role, ...shape } } };
}

/** What to try instead after a refusal that names a part of the request; undefined when it is about something else. */
export function otherAbilities(error: unknown, able: Abilities): Abilities | undefined {
  const { status, param, message } = readReply(error);
  if (status === undefined || ![400, 404, 415, 422, 501].includes(status)) return undefined;
  const names = (pattern: RegExp): boolean =>
    param === undefined ? pattern.test(message) : pattern.test(param);
  if (names(/\btemperature\b/i) && able.temperature) return { ...able, temperature: false };
  if (names(/\bmax_(?:completion_)?tokens\b/i) && able.limit !== "none") return otherLimit(able);
  if (able.system && /\bsystem (?:role|message)|\brole\b.{0,20}\bsystem\b/i.test(message))
    return { ...able, system: false };
  if (!able.mayLowerFormat || able.format === "none") return undefined;
  if (!names(/\bresponse_format\b|\bjson_schema\b|\bjson_object\b/i)) return undefined;
  return { ...able, format: able.format === "json_schema" ? "json_object" : "none" };
}

function otherLimit(able: Abilities): Abilities {
  const other = able.limit === "max_tokens" ? "max_completion_tokens" : "max_tokens";
  return { ...able, limit: able.limitsTried === 0 ? other : "none", limitsTried: able.limitsTried + 1 };
}
