import { replaceWord } from "./search-text.ts";
import type { ValueSources } from "./value-sources.ts";

const maximumLength = 160;

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

/**
 * The words of a task without its objects, as a trigger query: no quoted text, paths, ids, numbers, dates or
 * proper names. `bound` are the literals of the repair. `""` when too little is left to recognise a task by.
 */
export function taskQuery(
  task: string,
  { bound, sources }: { readonly bound: Iterable<string>; readonly sources: ValueSources },
): string {
  let text = task;
  for (const pattern of literals) text = text.replace(pattern, " ");
  for (const literal of [...bound].sort((a, b) => b.length - a.length)) {
    if (literal.length < 3) continue;
    text = replaceWord(text, { literal, by: " " });
  }
  const kept: string[] = [];
  let starts = true;
  const words = text.split(/\s+/).filter((word) => word !== "");
  words.forEach((raw, index) => {
    const word = raw.replace(/^[^\p{L}\p{N}_@#$]+|[^\p{L}\p{N}_]+$/gu, "");
    const atStart = starts;
    starts = /[.!?:;]["')]*$/.test(raw) || word === "";
    if (word === "" || isLiteral(word)) return;
    const capital = /^\p{Lu}/u.test(word);
    const acronym = /^\p{Lu}{2,5}$/u.test(word);
    if (capital && !atStart && !acronym && word !== "I") return;
    // A sentence may begin with a name: one that the run knows as a value, or the first of two capitals.
    if (
      capital &&
      atStart &&
      (sources.fieldOf(word) !== undefined || /^\p{Lu}\p{Ll}/u.test(words[index + 1] ?? ""))
    )
      return;
    if (acronym && sources.fieldOf(word) !== undefined) return;
    kept.push(acronym || word === "I" ? word : word.toLowerCase());
  });
  let query = "";
  for (const word of kept) {
    if (query.length + word.length > maximumLength) break;
    query = query === "" ? word : `${query} ${word}`;
  }
  const letters = (query.match(/\p{L}/gu) ?? []).length;
  return letters < 6 ? "" : query;
}
