import type { JsonValue } from "../types/json.ts";
import { redactText } from "./redact.ts";
import { redactedMark } from "./redaction/redaction-row.ts";
import { keyStrength } from "./redaction/secret-key.ts";
import { isPlaceholder, isSecretValue } from "./redaction/secret-value.ts";

// Deeper than any tool call, and shallow enough for every stack.
const deepest = 64;

interface Walk {
  readonly ancestors: Set<object>;
  count: number;
}

/**
 * Masks secrets in keys and values, in strings that hold JSON, under keys that name a secret, in
 * `{ name, value }` pairs and behind flags in an argument list. Numbers under such a key become the mark, all
 * other values keep their type. What is nested deeper than 64 levels, or contains itself, is cut.
 */
export function redactValue<T extends JsonValue>(value: T): { value: T; count: number } {
  const walk: Walk = { ancestors: new Set(), count: 0 };
  const result = visit({ value, key: "", sealed: false, walk });
  return { value: result as T, count: walk.count };
}

interface Place {
  readonly value: unknown;
  readonly key: string;
  /** True below a key that names a secret: every string is one. */
  readonly sealed: boolean;
  readonly walk: Walk;
}

function visit({ value, key, sealed, walk }: Place): unknown {
  if (typeof value === "string") return visitString({ value, key, sealed, walk });
  if (typeof value === "number") return visitNumber({ value, key, sealed, walk });
  if (value === null || typeof value !== "object") return value;
  if (walk.ancestors.has(value)) return "[circular]";
  if (walk.ancestors.size >= deepest) return "[nested too deep]";
  walk.ancestors.add(value);
  const copy = Array.isArray(value)
    ? visitList({ items: value, key, sealed, walk })
    : visitObject({ entries: Object.entries(value), sealed, walk });
  walk.ancestors.delete(value);
  return copy;
}

function visitString({ value, key, sealed, walk }: Place & { readonly value: string }): string {
  const secret = sealed
    ? !isPlaceholder(value)
    : isSecretValue({ key, value, quoted: true, loose: false, after: "" }) && !isUnderHeader(key);
  if (secret) {
    walk.count += 1;
    return redactedMark;
  }
  if (isUnderHeader(key)) {
    const header = redactText(`${key}: ${value}`);
    walk.count += header.count;
    return header.text.slice(key.length + 2);
  }
  const redacted = redactText(value);
  walk.count += redacted.count;
  return redacted.text;
}

/** Headers whose value has a form of its own, of which the harmless half is kept. */
function isUnderHeader(key: string): boolean {
  return /^(?:(?:proxy-|x-|http_)?authorization|(?:set-)?cookie)$/i.test(key);
}

function visitNumber({ value, key, sealed, walk }: Place & { readonly value: number }): unknown {
  const text = String(value);
  const secret =
    isSecretValue({ key, value: text, quoted: true, loose: false, after: "" }) && text.length >= 4;
  if (!secret || (sealed && key === "") || /^\d{10}(?:\d{3})?$/.test(text)) return value;
  walk.count += 1;
  return redactedMark;
}

function visitList(list: { items: readonly unknown[]; key: string; sealed: boolean; walk: Walk }): unknown[] {
  const { items, key, sealed, walk } = list;
  const pair = items.length === 2 && typeof items[0] === "string" && typeof items[1] === "string";
  return items.map((item, index) => {
    const before = items[index - 1];
    const flag = typeof before === "string" && /^--?[A-Za-z]/.test(before) && !/[\s=]/.test(before);
    const named = typeof before === "string" && (flag || (pair && index === 1 && !sealed));
    return visit({ value: item, key: named ? before.replace(/^-+/, "") : key, sealed, walk });
  });
}

function visitObject(object: { entries: [string, unknown][]; sealed: boolean; walk: Walk }): object {
  const { entries, sealed, walk } = object;
  const name = entries.find(
    ([key, value]) => /^(?:name|key|variable)$/i.test(key) && typeof value === "string",
  )?.[1];
  const taken = new Set<string>();
  return Object.fromEntries(
    entries.map(([key, value]) => {
      const named = /^value$/i.test(key) && typeof name === "string" ? name : key;
      const below =
        sealed || (typeof value === "object" && keyStrength(key) === "sure" && !/^tokens?$/i.test(key));
      return [freshKey({ key, taken, walk }), visit({ value, key: named, sealed: below, walk })];
    }),
  );
}

function freshKey({ key, taken, walk }: { key: string; taken: Set<string>; walk: Walk }): string {
  const redacted = redactText(key);
  walk.count += redacted.count;
  let name = redacted.text;
  for (let copy = 2; taken.has(name); copy += 1) name = `${redacted.text} ${copy}`;
  taken.add(name);
  return name;
}
