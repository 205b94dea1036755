import { canonicalJson } from "../text/canonical-json.ts";
import type { JsonObject, JsonValue } from "../types/json.ts";
import { boundText } from "./bound-texts.ts";

const maximumDepth = 24;
const maximumNodes = 20_000;

interface Walk {
  nodes: number;
  readonly ancestors: Set<object>;
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const isJsonObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Reads a property of a foreign object; a getter that throws reads as absent. */
export function readField(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  try {
    return (value as Record<string, unknown>)[key];
  } catch {
    return undefined;
  }
}

/** The first of `keys` that holds something. */
export function readFirst(value: unknown, keys: readonly string[]): unknown {
  for (const key of keys) {
    const found = readField(value, key);
    if (found !== undefined && found !== null) return found;
  }
  return undefined;
}

export function readString(value: unknown, keys: readonly string[]): string | undefined {
  const found = readFirst(value, keys);
  return typeof found === "string" ? found : undefined;
}

function convertObject(value: object, depth: number, walk: Walk): JsonValue {
  if (ArrayBuffer.isView(value)) return `[binary, ${value.byteLength} bytes]`;
  if (Array.isArray(value)) return value.map((item: unknown) => convert(item, depth + 1, walk) ?? null);
  if (value instanceof Set) return convertObject([...value], depth, walk);
  if (value instanceof Map) return convertObject(Object.fromEntries(value), depth, walk);
  if (value instanceof Error) {
    return { name: value.name, message: value.message };
  }
  const toJson = readField(value, "toJSON");
  if (typeof toJson === "function") return convert(toJson.call(value), depth + 1, walk) ?? null;
  const entries: [string, JsonValue][] = [];
  for (const key of Object.keys(value)) {
    const converted = convert(readField(value, key), depth + 1, walk);
    if (converted !== undefined) entries.push([boundText(key), converted]);
  }
  return Object.fromEntries(entries);
}

function convert(value: unknown, depth: number, walk: Walk): JsonValue | undefined {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value === "bigint") return value.toString();
  if (typeof value !== "object") return undefined;
  walk.nodes += 1;
  if (depth > maximumDepth || walk.nodes > maximumNodes) return "[left out]";
  if (walk.ancestors.has(value)) return "[circular]";
  walk.ancestors.add(value);
  try {
    return convertObject(value, depth, walk);
  } catch {
    return "[unreadable]";
  } finally {
    walk.ancestors.delete(value);
  }
}

/**
 * Any value as JSON that is safe to keep: circles, getters that throw, functions, bytes and bottomless
 * nesting are replaced by a word. Never throws, because what a host's tool returns must not break its run.
 */
export function toJsonValue(value: unknown): JsonValue {
  return convert(value, 0, { nodes: 0, ancestors: new Set() }) ?? null;
}

/** A value as text: strings as they are, nothing as `""`, the rest as JSON with sorted keys. */
export function valueText(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "string") return value;
  const json = toJsonValue(value);
  return typeof json === "string" ? json : canonicalJson(json);
}

/** The same value with each string put through `change`; keys stay. */
export function mapStrings(value: JsonValue, change: (text: string) => string): JsonValue {
  if (typeof value === "string") return change(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item: JsonValue) => mapStrings(item, change));
  return Object.fromEntries(
    Object.entries(value as JsonObject).map(([key, inner]) => [key, mapStrings(inner, change)]),
  );
}
