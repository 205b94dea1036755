import { canonicalJson } from "../text/canonical-json.ts";
import { isWellKnownFile } from "../text/error-signature/error-words.ts";
import type { JsonValue } from "../types/json.ts";
import type { Placeholders } from "./placeholders.ts";
import { placeholderName } from "./placeholders.ts";
import { explainOrigin, type ShellAbstraction } from "./shell-values.ts";

/** A leaf of an input with the indexes of lists left out of its path: `payments[].amount`. */
export interface Leaf {
  readonly path: string;
  readonly value: string | number | boolean | null;
}

export function leavesOf(value: JsonValue, path = "", found: Leaf[] = []): readonly Leaf[] {
  if (value !== null && typeof value === "object") {
    if (Array.isArray(value))
      for (const inner of value as readonly JsonValue[]) leavesOf(inner, `${path}[]`, found);
    else
      for (const [key, inner] of Object.entries(value))
        leavesOf(inner, path === "" ? key : `${path}.${key}`, found);
  } else {
    found.push({ path, value: value as Leaf["value"] });
  }
  return found;
}

/** The last name in a path: `payments[].amount` is an `amount`, `tags[]` are `tags`. */
export function fieldName(path: string): string {
  return (path.split(".").at(-1) ?? path).replaceAll("[]", "");
}

/**
 * An input with every value a placeholder named by its field, booleans and the given constants kept, and
 * the elements of a list that have become equal shown once.
 */
export function abstractInput(
  input: JsonValue,
  {
    placeholders,
    constants,
  }: { readonly placeholders: Placeholders; readonly constants: ReadonlySet<string> },
): JsonValue {
  const walk = (value: JsonValue, path: string): JsonValue => {
    if (Array.isArray(value)) {
      const items = (value as readonly JsonValue[]).map((inner) => walk(inner, `${path}[]`));
      return [...new Map(items.map((item) => [canonicalJson(item), item])).values()];
    }
    if (value !== null && typeof value === "object") {
      const entries = Object.entries(value).map(([key, inner]) => [
        key,
        walk(inner, path === "" ? key : `${path}.${key}`),
      ]);
      return Object.fromEntries(entries) as JsonValue;
    }
    if (value === null || typeof value === "boolean" || constants.has(path)) return value;
    const name = placeholderName(fieldName(path));
    if (typeof value === "string" && /[^a-z_]/.test(value)) placeholders.share(value, name);
    return `<${name}>`;
  };
  return walk(input, "");
}

/** The input of a state-changing call: short settings stay, what the task named becomes a placeholder. */
export function abstractStateInput(
  _tool: string,
  input: JsonValue,
  abstraction: ShellAbstraction,
): JsonValue {
  const { placeholders, sources, before, own } = abstraction;
  const walk = (value: JsonValue, key: string): JsonValue => {
    if (Array.isArray(value)) return (value as readonly JsonValue[]).map((inner) => walk(inner, key));
    if (value !== null && typeof value === "object") {
      return Object.fromEntries(
        Object.entries(value).map(([name, inner]) => [name, walk(inner, name)]),
      ) as JsonValue;
    }
    if (typeof value !== "string") return value;
    const base = value.split("/").at(-1) ?? value;
    if (isWellKnownFile(base)) return base;
    const origin = sources.originOf(value, before, own);
    if (origin.from === "nowhere" || (origin.from === "own-error" && !sources.inTask(value))) return value;
    const name = placeholders.bind(value, key);
    placeholders.explain(name, explainOrigin(placeholderName(key), origin));
    return `<${name}>`;
  };
  return walk(input, "value");
}
