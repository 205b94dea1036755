import { replaceWord } from "./search-text.ts";
import type { ValueSources } from "./value-sources.ts";
import { wantedClauses } from "./wanted-clauses.ts";

const maximumLength = 160;
const maximumWords = 12;
/** Stands where a literal was. */
const mark = "\u0000";
const gap = ` ${mark} `;
// A query that had to be cut does not end in one of these.
const dangling =
  /^(?:to|from|in|on|at|for|with|by|of|as|into|onto|and|or|but|so|if|that|which|because|since|the|an?|your|my|our|it)$/;
// Without the object they lead to, they say nothing.
const leadingOn = /^(?:to|from|in|on|at|for|with|by|of|as|into|onto|against|under|via|until)$/;

const literals: readonly RegExp[] = [
  /```[\s\S]*?```/g,
  /"[^"\n]{0,200}"|“[^”\n]{0,200}”|«[^»\n]{0,200}»|「[^」\n]{0,200}」|`[^`\n]{0,200}`|(?<![\p{L}\p{N}])'[^'\n]{0,200}'(?![\p{L}\p{N}])/gu,
  /\b[a-z][a-z0-9+.-]*:\/\/\S+/gi,
  /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g,
  /(?:[\p{L}\p{N}_.~-]*[/\\])+[\p{L}\p{N}_.-]*/gu,
  /<[^>\s]{1,40}>/g,
];

/** A word that names one thing: it has a digit, an underscore, a dot or hyphen inside a name, or inner capitals. */
function isLiteral(word: string): boolean {
  if (/[\p{N}_@#$€£%]/u.test(word)) return true;
  if (/\p{L}\.\p{L}/u.test(word)) return true;
  return /\p{Ll}\p{Lu}/u.test(word);
}

/** Whether a word with a capital is a name: inside a sentence, or where the run or the next word says so. */
function isName(
  word: string,
  {
    atStart,
    next,
    sources,
  }: { readonly atStart: boolean; readonly next: string; readonly sources: ValueSources },
): boolean {
  if (!/^\p{Lu}/u.test(word) || word === "I") return false;
  const isKnown = sources.fieldOf(word) !== undefined;
  if (/^\p{Lu}{2,5}$/u.test(word)) return isKnown;
  // A sentence may begin with a name: one that the run knows as a value, or the first of two capitals.
  return !atStart || isKnown || /^\p{Lu}\p{Ll}/u.test(next);
}

/**
 * The words of a task without its objects, as a trigger query: no quoted text, paths, ids, numbers, dates or
 * proper names, at most twelve. Of a task that introduces a person, what that person wants. `bound` are the
 * literals of the repair. `""` when too little is left to recognise a task by.
 */
export function taskQuery(
  task: string,
  { bound, sources }: { readonly bound: Iterable<string>; readonly sources: ValueSources },
): string {
  let text = wantedClauses(task);
  for (const pattern of literals) text = text.replace(pattern, gap);
  for (const literal of [...bound].sort((a, b) => b.length - a.length)) {
    if (literal.length < 3) continue;
    text = replaceWord(text, { literal, by: gap });
  }
  const kept: string[] = [];
  let starts = true;
  const words = text.split(/\s+/).filter((word) => word !== "");
  words.forEach((raw, index) => {
    const word = raw.replace(/^[^\p{L}\p{N}_@#$]+|[^\p{L}\p{N}_]+$/gu, "");
    const isGap = raw.includes(mark);
    const atStart = starts;
    starts = /[.!?:;]["')]*$/.test(raw) || (isGap ? atStart : word === "");
    if (isGap || isLiteral(word) || isName(word, { atStart, next: words[index + 1] ?? "", sources })) {
      while (leadingOn.test(kept.at(-1) ?? "")) kept.pop();
      return;
    }
    const plain = /^(?:\p{Lu}{2,5}|I)$/u.test(word) ? word : word.toLowerCase();
    if (plain !== "" && plain !== kept.at(-1)) kept.push(plain);
  });
  let query = "";
  const first = kept.slice(0, maximumWords);
  while (kept.length > maximumWords && dangling.test(first.at(-1) ?? "")) first.pop();
  for (const word of first) {
    if (query.length + word.length > maximumLength) break;
    query = query === "" ? word : `${query} ${word}`;
  }
  const letters = (query.match(/\p{L}/gu) ?? []).length;
  return letters < 6 ? "" : query;
}
