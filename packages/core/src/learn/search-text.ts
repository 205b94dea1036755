/** A text made ready to be searched many times for whole words in any case. */
export interface SearchText {
  readonly text: string;
  readonly lower: string;
}

export function searchText(text: string): SearchText {
  return { text, lower: text.toLowerCase() };
}

const wordCharacter = /[\p{L}\p{N}_]/u;

/** Whether a text holds a literal as a whole word, in any case. */
export function holdsWord({ lower }: SearchText, literal: string): boolean {
  const wanted = literal.toLowerCase();
  if (wanted === "") return false;
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, at + 1)) {
    const before = lower[at - 1] ?? " ";
    const after = lower[at + wanted.length] ?? " ";
    if (!wordCharacter.test(before) && !wordCharacter.test(after)) return true;
  }
  return false;
}

/**
 * Replaces a literal wherever it stands as a whole word, in any case. A regular expression would have to be
 * compiled for every literal, which costs more than the search. `joins` are further characters that, right
 * before or after, make the word part of a longer one.
 */
export function replaceWord(
  text: string,
  { literal, by, joins = "" }: { readonly literal: string; readonly by: string; readonly joins?: string },
): string {
  if (literal === "") return text;
  const lower = text.toLowerCase();
  // Some letters have a longer small form: then places would differ, and only the exact literal is replaced.
  const [source, wanted] = lower.length === text.length ? [lower, literal.toLowerCase()] : [text, literal];
  const isPart = (character: string | undefined): boolean =>
    character !== undefined && (joins.includes(character) || wordCharacter.test(character));
  let replaced = "";
  let from = 0;
  for (let at = source.indexOf(wanted); at >= 0; at = source.indexOf(wanted, at)) {
    const end = at + wanted.length;
    if (isPart(source[at - 1]) || isPart(source[end])) {
      at += 1;
      continue;
    }
    replaced += text.slice(from, at) + by;
    from = end;
    at = end;
  }
  return replaced + text.slice(from);
}
