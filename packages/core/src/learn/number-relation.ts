import type { JsonValue } from "../types/json.ts";
import { fieldName, leavesOf } from "./abstract-fields.ts";

/** What an error says of numbers, and how the working call's numbers meet it. */
export interface NumberRelation {
  readonly path: string;
  /** `sum`: the values at `path` together are what the error names. `equal`: the one value is. */
  readonly how: "sum" | "equal";
  /** The error's words for the number that the working call meets: `total price`. */
  readonly wanted: string;
  /** The error's words for the number that the failed call had. */
  readonly had: string | undefined;
}

interface NamedNumber {
  readonly value: number;
  readonly label: string;
}

const linking =
  /^(?:is|was|are|were|be|of|to|at|the|a|an|but|and|only|got|has|have|must|should|equals?|exactly|least|most|=|:|-)$/i;

/** The numbers of a text with up to three words before each that say what it is. */
export function namedNumbers(text: string): readonly NamedNumber[] {
  const tokens = text.split(/\s+/);
  const found: NamedNumber[] = [];
  tokens.forEach((token, index) => {
    const clean = token.replace(/^[$€£¥(]+|[),.;:]+$/g, "").replaceAll(",", "");
    if (!/^-?\d+(?:\.\d+)?$/.test(clean)) return;
    const label: string[] = [];
    for (let at = index - 1; at >= 0 && label.length < 2; at -= 1) {
      const word = tokens[at] ?? "";
      if (/[,.;:!?]$/.test(word) && label.length > 0) break;
      const bare = word.replace(/[,.;:!?=]+$/, "");
      if (/^[a-z][a-z_-]*$/i.test(bare) && !linking.test(bare)) label.unshift(bare);
      else if (label.length > 0) break;
      if (/[,.;!?]$/.test(word)) break;
    }
    found.push({ value: Number(clean), label: label.join(" ") });
  });
  return found;
}

function sumsOf(input: JsonValue): ReadonlyMap<string, { readonly sum: number; readonly count: number }> {
  const sums = new Map<string, { sum: number; count: number }>();
  for (const { path, value } of leavesOf(input)) {
    if (typeof value !== "number") continue;
    const known = sums.get(path) ?? { sum: 0, count: 0 };
    sums.set(path, { sum: known.sum + value, count: known.count + 1 });
  }
  return sums;
}

const near = (a: number, b: number): boolean => Math.abs(a - b) < 0.005;

/**
 * The number in an error that the working call's values add up to while those of the failed call did not:
 * "total price is 375, but paid 299" and payments of 128 and 247. Small numbers meet by chance and are left.
 */
export function numberRelation({
  failed,
  fixed,
  error,
}: {
  readonly failed: JsonValue;
  readonly fixed: JsonValue;
  readonly error: string;
}): NumberRelation | undefined {
  const numbers = namedNumbers(error).filter(({ label, value }) => label !== "" && Math.abs(value) > 1);
  const before = sumsOf(failed);
  for (const [path, { sum, count }] of sumsOf(fixed)) {
    const previous = before.get(path);
    if (previous === undefined || near(previous.sum, sum)) continue;
    const wanted = numbers.find(({ value }) => near(value, sum));
    if (wanted === undefined) continue;
    const had = numbers.find(({ value }) => near(value, previous.sum));
    const isList = path.includes("[]") || count > 1;
    return { path, how: isList ? "sum" : "equal", wanted: wanted.label, had: had?.label };
  }
  return undefined;
}

export function relationText({ path, how, wanted, had }: NumberRelation): string {
  const name = fieldName(path);
  const subject = how === "sum" ? `The values of \`${path}\` together` : `\`${name}\``;
  const instead =
    had === undefined || had === wanted ? "" : `, instead of what the failed call had (the error's "${had}")`;
  return `${subject} must be the ${wanted} that the error names${instead}. Take that number from the error and set \`${name}\` by it; do not work it out again.`;
}

/** The relation in a few words: what has to become what. */
export function relationInShort({ path, how, wanted }: NumberRelation): string {
  return how === "sum"
    ? `\`${path}\` together make the ${wanted} that the error names`
    : `\`${fieldName(path)}\` is the ${wanted} that the error names`;
}
