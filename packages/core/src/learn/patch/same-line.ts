import { tokenise } from "../../text/tokens/tokens.ts";

/**
 * Words that a search may overlook and that turn what a line says around: "before" for "after", "never" for nothing.
 */
const turning =
  /(?<![\p{L}\p{N}_])(?:no|not|never|without|cannot|\p{L}+n['’]t|avoid|before|after|until|unless|only|except|instead|always|above|below|over|under|on|off|up|down|in|out|first|last|nicht|kein\p{L}*|ohne|nie|vor|nach|ne|pas|jamais|sans|sin|nunca|не|нет|без|никогда)(?![\p{L}\p{N}_])|ない|ません|不|没|别/giu;
const optionNames = /(?<![\p{L}\p{N}_-])--?[a-z][\w-]*/giu;
const numbers = /\d+(?:[.,]\d+)*/g;

/** What must be equal, letter by letter, for two lines to say the same. */
function marksOf(text: string): string {
  const said = (text.match(turning) ?? []).map((word) => word.toLowerCase());
  const exact = [...(text.match(optionNames) ?? []), ...(text.match(numbers) ?? [])];
  return [...said, ...exact].sort().join("\n");
}

/** The share of words that two texts have in common, of all that either has: 0 to 1. 0 where both have none. */
export function wordOverlap(a: readonly string[], b: readonly string[]): number {
  const [left, right] = [wordsOf(a), wordsOf(b)];
  const shared = [...left].filter((word) => right.has(word)).length;
  const all = left.size + right.size - shared;
  return all === 0 ? 0 : shared / all;
}

function wordsOf(texts: readonly string[]): ReadonlySet<string> {
  return new Set(texts.flatMap(tokenise));
}

/**
 * Whether two lines say the same: `least` of all their words are common, and negations, words of order, options and
 * numbers are equal. A short line is not the same as a longer one that holds it.
 */
export function isSameLine(a: string, b: string, least = 0.85): boolean {
  if (a === b) return true;
  return marksOf(a) === marksOf(b) && wordOverlap([a], [b]) >= least;
}
