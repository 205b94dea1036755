import type { JsonValue } from "../types/json.ts";

export type ReadJson =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly message: string };

/**
 * Parses JSON without throwing. The engine's own message quotes the text around the fault, which may be a
 * secret, so only the place is kept.
 */
export function readJson(text: string): ReadJson {
  const source = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  try {
    return { ok: true, value: JSON.parse(source) as JsonValue };
  } catch (error) {
    return { ok: false, message: describeFault(source, error instanceof Error ? error.message : "") };
  }
}

function describeFault(source: string, message: string): string {
  if (source.trim() === "") return "There is no JSON, the text is empty.";
  if (/end of JSON input|unterminated/i.test(message)) return "The JSON ends too early.";
  const position = /at position (\d+)/.exec(message)?.[1];
  if (position === undefined) return "The text is not valid JSON.";
  const before = source.slice(0, Number(position));
  const line = before.split("\n").length;
  const column = before.length - before.lastIndexOf("\n");
  return `The text is not valid JSON at line ${line}, column ${column}.`;
}
