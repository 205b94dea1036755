/** Half-open range of UTF-16 positions that hold a secret. */
export type Span = readonly [start: number, end: number];

export const redactedMark = "[redacted]";

/**
 * One kind of secret. `pattern` is global. Without `find` the secret is the whole match or, where the pattern
 * has a group named `secret`, that group, which then stands at the end of the match. With `find`, the match
 * only says where to look.
 */
export interface RedactionRow {
  readonly name: string;
  /** At least one of these occurs in every text the pattern can match: what keeps ordinary text cheap. */
  readonly hint: readonly string[] | RegExp;
  /** True when the secret is at least twelve characters of one run, which ordinary words are not. */
  readonly long?: boolean;
  readonly pattern: RegExp;
  readonly find?: (text: string, match: RegExpExecArray) => readonly Span[];
  /** Texts whose secret stands between `⟦` and `⟧`; built on call, so that no file holds a whole token. */
  readonly positives: () => readonly string[];
  /** Texts that must come back unchanged. */
  readonly negatives: () => readonly string[];
}

/** The ranges a row finds, in order of position. Empty ranges are left out. */
export function findSpans(row: RedactionRow, text: string): readonly Span[] {
  const spans: Span[] = [];
  let done = 0;
  for (const match of text.matchAll(row.pattern)) {
    // What lies inside a secret already found is masked with it; looking again would make the work quadratic.
    if (match.index < done) continue;
    for (const [start, end] of row.find?.(text, match) ?? [secretOf(match)]) {
      if (end <= start) continue;
      spans.push([start, end]);
      done = Math.max(done, end);
    }
  }
  return spans;
}

function secretOf(match: RegExpExecArray): Span {
  const end = match.index + match[0].length;
  return [end - (match.groups?.secret ?? match[0]).length, end];
}

/** The rows that can match at all, found without running their patterns. */
export function hintedRows(rows: readonly RedactionRow[], text: string): readonly RedactionRow[] {
  const runs = longRuns(text);
  return rows.filter(({ hint, long }) => {
    const place = long === true ? runs : text;
    return hint instanceof RegExp ? hint.test(place) : hint.some((word) => place.includes(word));
  });
}

const runCharacters = new Uint8Array(128);
for (const character of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.~+/=:-") {
  runCharacters[character.charCodeAt(0)] = 1;
}

/** Every run of twelve or more token characters. A loop, since this is most of the cost of ordinary text. */
function longRuns(text: string): string {
  let runs = "";
  let start = 0;
  for (let at = 0; at <= text.length; at += 1) {
    if (at < text.length && runCharacters[text.charCodeAt(at)] === 1) continue;
    if (at - start >= 12) runs += `${text.slice(start, at)} `;
    start = at + 1;
  }
  return runs;
}
