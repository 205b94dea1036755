/** Characters and lines read from each end of a long output. */
const endLength = 20_000;
const endLines = 400;
const shortLength = 8_000;
/** Longest part of one line of the middle that is read, on each side of its word. */
const around = 300;
const hitsOfWord = 6;

/** Parts of words that hardly any line without an error holds; each is found without reading word by word. */
const words = [
  "rror",
  "ERROR",
  "atal",
  "FATAL",
  "xception",
  "anic",
  "ailed",
  "FAIL",
  "enied",
  "annot",
  "efused",
];

/** Where the part that is read of the beginning ends. */
function headEnd(text: string): number {
  let at = -1;
  for (let line = 0; line < endLines; line += 1) {
    at = text.indexOf("\n", at + 1);
    if (at === -1 || at >= endLength) return Math.min(endLength, text.length);
  }
  return at;
}

/** Where the part that is read of the end begins. */
function tailStart(text: string): number {
  const first = text.length - endLength;
  let at = text.length;
  for (let line = 0; line < endLines; line += 1) {
    at = text.lastIndexOf("\n", at - 1);
    if (at <= first) return Math.max(first, 0);
  }
  return at + 1;
}

/** The lines between two places that speak of an error, in their order. */
function linesBetween(text: string, first: number, last: number): readonly string[] {
  const found = new Map<number, string>();
  for (const word of words) {
    let from = first;
    for (let hits = 0; hits < hitsOfWord; hits += 1) {
      const at = text.indexOf(word, from);
      if (at === -1 || at >= last) break;
      const before = text.slice(Math.max(0, at - around), at);
      const start = at - before.length + before.lastIndexOf("\n") + 1;
      const after = text.slice(at, at + around);
      const stop = at + (after.includes("\n") ? after.indexOf("\n") : after.length);
      found.set(start, text.slice(start, stop));
      from = stop;
    }
  }
  return [...found].sort(([left], [right]) => left - right).map(([, line]) => line);
}

/**
 * What is read of an output: all of it, or of a long one both ends and those lines between them that speak of
 * an error. It costs the same for any longer output, but for a search for a few words.
 */
export function readableText(text: string): string {
  if (text.length <= shortLength) return text;
  const first = headEnd(text);
  const last = tailStart(text);
  if (first >= last) return text;
  return [text.slice(0, first), ...linesBetween(text, first, last), text.slice(last)].join("\n");
}
