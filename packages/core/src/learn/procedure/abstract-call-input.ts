import { canonicalJson } from "../../text/canonical-json.ts";
import { isWellKnownFile } from "../../text/error-signature/error-words.ts";
import type { JsonValue } from "../../types/json.ts";
import { placeholderName } from "../placeholders.ts";
import { isCodeField, isComposedText, isInstanceValue, isSettingField } from "./instance-values.ts";
import type { ValueBindings } from "./value-bindings.ts";

const plainWord = /^[a-z][a-z_-]*$/;
const longestCode = 600;

/**
 * The input of a structured call for the next run: settings and words of the tool stay, values that the task, the user
 * or an output gave become placeholders, and so do texts that were written for this task. `before` is the call's
 * place in the run.
 */
export function abstractCallInput(input: JsonValue, before: number, bindings: ValueBindings): JsonValue {
  const walk = (value: JsonValue, field: string): JsonValue => {
    if (Array.isArray(value)) {
      const items = (value as readonly JsonValue[]).map((inner) => walk(inner, field));
      // Items that differ in their values only are one.
      return [...new Map(items.map((item) => [withoutNumbering(canonicalJson(item)), item])).values()];
    }
    if (value !== null && typeof value === "object") {
      const entries = Object.entries(value).map(([key, inner]) => [
        isInstanceValue(key) ? bindings.bind(key, "key", before) : key,
        walk(inner, key),
      ]);
      return Object.fromEntries(entries) as JsonValue;
    }
    if (typeof value === "string") return abstractString(value, field, before, bindings);
    return typeof value === "number" ? abstractNumber(value, field, before, bindings) : value;
  };
  return walk(input, "value");
}

/** A text with `<file-2>` as `<file>`: equal for two calls that differ in their values alone. */
export const withoutNumbering = (text: string): string => text.replace(/<([a-z][a-z0-9-]*?)-\d+>/g, "<$1>");

function abstractString(value: string, field: string, before: number, bindings: ValueBindings): string {
  const { sources, facts } = bindings;
  if (value === "") return value;
  if (isCodeField(field)) {
    return value.length > longestCode
      ? bindings.bind(value, field, before)
      : abstractTokens(value, field, before, bindings);
  }
  const origin = sources.originOf(value, before, -1);
  if (origin.from === "nowhere") {
    if (isComposedText(field, value)) return composed(value, field, bindings);
    const base = value.split("/").at(-1) ?? value;
    if (isWellKnownFile(base) && !value.startsWith("/")) return base;
    return abstractTokens(value, field, before, bindings);
  }
  // A mode or a state stands in outputs everywhere.
  if (origin.from === "output" && plainWord.test(value) && !facts.has(value)) return value;
  return bindings.bind(value, field, before);
}

function composed(value: string, field: string, { placeholders }: ValueBindings): string {
  const name = placeholders.bind(value, field);
  placeholders.explain(name, `the ${placeholderName(field).replaceAll("-", " ")} for the work at hand`);
  return `<${name}>`;
}

/** A text of several parts keeps its form; the parts that are values of this run are taken out. */
function abstractTokens(value: string, field: string, before: number, bindings: ValueBindings): string {
  const { sources, facts, placeholders } = bindings;
  return value.replace(/[\p{L}\p{N}_@.-]*[\p{L}\p{N}_]/gu, (token) => {
    if (facts.has(token)) return bindings.bind(token, field, before);
    const name = placeholders.bound().get(token);
    const origin = sources.originOf(token, before, -1);
    if (name !== undefined && origin.from !== "nowhere") return `<${name}>`;
    // "deploy" is a word of the task and of the tool; only what names one thing is taken for a value.
    const isTelling = isInstanceValue(token) || /\d.*\d|\p{Lu}.*\p{Ll}|_.*\d/u.test(token);
    return isTelling && origin.from !== "nowhere" ? bindings.bind(token, field, before) : token;
  });
}

function abstractNumber(value: number, field: string, before: number, bindings: ValueBindings): JsonValue {
  const text = String(value);
  const isShort = /^-?\d{1,2}$/.test(text);
  if (isShort && !bindings.sources.inTask(text)) return value;
  const origin = bindings.sources.originOf(text, before, -1);
  if (origin.from === "nowhere" || isSettingField(field)) {
    return origin.from === "nowhere" || !bindings.sources.inTask(text) ? value : named();
  }
  return isShort ? named() : bindings.bind(text, field, before);

  // A small number means something else in every field: it has the field's name and no binding.
  function named(): string {
    const name = placeholderName(field);
    bindings.placeholders.explain(
      name,
      `the ${name.replaceAll("-", " ")} for the work at hand; the task names it`,
    );
    return `<${name}>`;
  }
}
