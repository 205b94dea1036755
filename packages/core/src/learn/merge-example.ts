import { canonicalJson } from "../text/canonical-json.ts";
import { shellCommandLine } from "../text/shell/shell-command.ts";
import type { JsonValue } from "../types/json.ts";
import type { Example, ExampleCall } from "../types/skill.ts";

const placeholder = /^"?<([a-z][a-z0-9-]*)>"?$/;
const assignment = /^([\w.-]+|<[a-z][a-z0-9-]*>)=(.*)$/s;
/** Stands where two runs had different values. */
export const anyValue = "<value>";

export const isPlaceholder = (text: string): boolean => placeholder.test(text);

/** A merged example, and for each text of a call that changed what it became. */
export interface MergedExample {
  readonly example: Example;
  readonly rewritten: readonly (readonly [from: string, to: string])[];
}

const smaller = (a: string, b: string): string =>
  a.length !== b.length ? (a.length < b.length ? a : b) : a < b ? a : b;

/**
 * Two values at one place. Equal stays; a named placeholder stands for whatever stood there; two different
 * constants are some value. Commutative and associative, so that the order of runs does not matter.
 */
export function joinWords(a: string, b: string): string {
  if (a === b) return a;
  const [first, second] = [placeholder.test(a), placeholder.test(b)];
  if (first && second) return a === anyValue ? b : b === anyValue ? a : smaller(a, b);
  if (first || second) return first ? a : b;
  const [left, right] = [assignment.exec(a), assignment.exec(b)];
  if (left === null || right === null) return anyValue;
  const name = left[1] === right[1] ? left[1] : "<variable>";
  return `${name}=${joinWords(left[2] ?? "", right[2] ?? "")}`;
}

/** Words of a command line, quoted ones whole. */
const wordsOf = (commandLine: string): readonly string[] =>
  commandLine.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? [];
const isOption = (word: string): boolean => /^[-+]/.test(word);

function joinLines(a: string, b: string): string {
  if (a === b) return a;
  const [left, right] = [wordsOf(a), wordsOf(b)];
  // Several things changed at once: an option that one run did without is not the repair.
  const keep = (words: readonly string[], other: readonly string[]): readonly string[] =>
    words.filter((word) => !isOption(word) || other.includes(word));
  const [first, second] = [keep(left, right), keep(right, left)];
  if (first.length === second.length)
    return first.map((word, at) => joinWords(word, second[at] ?? "")).join(" ");
  return first.length < second.length ? first.join(" ") : second.join(" ");
}

function joinInputs(a: JsonValue, b: JsonValue): JsonValue {
  if (canonicalJson(a) === canonicalJson(b)) return a;
  if (typeof a === "string" && typeof b === "string") return joinWords(a, b);
  if (Array.isArray(a) && Array.isArray(b)) {
    const [left, right] = [a as readonly JsonValue[], b as readonly JsonValue[]];
    if (left.length === right.length) return left.map((item, at) => joinInputs(item, right[at] ?? null));
    return canonicalJson(smallerList(left, right)) === canonicalJson(left) ? left : right;
  }
  if (isObject(a) && isObject(b)) {
    // A field that one run did without is not the repair.
    const shared = Object.keys(a).filter((key) => key in b);
    return Object.fromEntries(shared.map((key) => [key, joinInputs(a[key] ?? null, b[key] ?? null)]));
  }
  return anyValue;
}

const isObject = (value: JsonValue): value is { readonly [key: string]: JsonValue } =>
  value !== null && typeof value === "object" && !Array.isArray(value);

function smallerList(a: readonly JsonValue[], b: readonly JsonValue[]): readonly JsonValue[] {
  if (a.length !== b.length) return a.length < b.length ? a : b;
  return canonicalJson(a) < canonicalJson(b) ? a : b;
}

function commandKey(call: ExampleCall, commandLine: string): string | undefined {
  if (!isObject(call.input)) return undefined;
  return Object.keys(call.input).find(
    (key) => (call.input as { readonly [key: string]: JsonValue })[key] === commandLine,
  );
}

function joinCalls(a: ExampleCall, b: ExampleCall): ExampleCall {
  const [left, right] = [shellCommandLine(a.tool, a.input), shellCommandLine(b.tool, b.input)];
  const skeleton = joinLines(a.skeleton, b.skeleton);
  if (left === undefined || right === undefined)
    return { tool: a.tool, input: joinInputs(a.input, b.input), skeleton };
  const line = joinLines(left, right);
  const key = commandKey(a, left);
  return { tool: a.tool, input: key === undefined ? line : { [key]: line }, skeleton };
}

const shapeOf = (call: ExampleCall): string =>
  `${call.tool} ${canonicalJson(call.input).replace(/<[a-z][a-z0-9-]*>/g, "<>")}`;

/** Pairs the calls of two examples: the last with the last, the others with their like. */
function agreedCalls(
  a: readonly ExampleCall[],
  b: readonly ExampleCall[],
): readonly (readonly [ExampleCall, ExampleCall])[] {
  const [lastA, lastB] = [a.at(-1), b.at(-1)];
  if (lastA === undefined || lastB === undefined) return [];
  const free = b.slice(0, -1);
  const pairs: (readonly [ExampleCall, ExampleCall])[] = [];
  for (const call of a.slice(0, -1)) {
    let at = free.findIndex((other) => shapeOf(other) === shapeOf(call));
    if (at < 0) at = free.findIndex((other) => other.tool === call.tool && other.skeleton === call.skeleton);
    const other = free[at];
    if (other === undefined) continue;
    free.splice(at, 1);
    pairs.push([call, other]);
  }
  return [...pairs, [lastA, lastB]];
}

const commonPlaceholders: Readonly<Record<string, string>> = {
  value: "the value for the work at hand; it differs from run to run",
  variable: "the variable that the error names",
};

/** What two runs agree on. Commutative; merging an example with itself changes nothing. */
export function mergeExamples(a: Example, b: Example): MergedExample {
  const swapped =
    b.calls.length < a.calls.length ||
    (b.calls.length === a.calls.length && canonicalJson(b.calls) < canonicalJson(a.calls));
  const [first, second] = swapped ? [b, a] : [a, b];
  const rewritten: (readonly [string, string])[] = [];
  const calls = agreedCalls(first.calls, second.calls).map(([left, right]) => {
    const joined = joinCalls(left, right);
    const line = shellCommandLine(joined.tool, joined.input);
    for (const call of [left, right]) {
      const old = shellCommandLine(call.tool, call.input);
      if (line !== undefined && old !== undefined && old !== line) rewritten.push([old, line]);
    }
    return joined;
  });
  const text = canonicalJson(calls.map(({ input }) => input));
  const names = new Set([...text.matchAll(/<([a-z][a-z0-9-]*)>/g)].map(([, name]) => name ?? ""));
  const placeholders = [...names].sort().flatMap((name) => {
    const known = [a.placeholders[name], b.placeholders[name]].filter(
      (explanation) => explanation !== undefined,
    );
    const explanation =
      known.length === 2 ? smaller(known[0] ?? "", known[1] ?? "") : (known[0] ?? commonPlaceholders[name]);
    return explanation === undefined ? [] : [[name, explanation] as const];
  });
  return { example: { tool: first.tool, calls, placeholders: Object.fromEntries(placeholders) }, rewritten };
}
