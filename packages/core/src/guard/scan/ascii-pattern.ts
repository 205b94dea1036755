import type { ScanPattern } from "./scan-pattern.ts";

const sets: Readonly<Record<string, string>> = {
  "\\p{L}": "a-z",
  "\\p{Ll}": "a-z",
  "\\p{Lu}": "a-z",
  "\\p{N}": "0-9",
};
const tokens = /\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|[\s\S])|[[\]]|[^\\[\]]+/gu;

/**
 * A pattern that finds in the lower case of an ASCII text what `pattern`, which must ignore case, finds in the text.
 * Compiling one is many times cheaper: there are no Unicode sets, and no letter stands for its other case.
 * `undefined` where the two could differ.
 */
export function asciiPattern({ source: whole, flags }: ScanPattern): RegExp | undefined {
  if (!flags.includes("i")) return undefined;
  let source = "";
  let inClass = false;
  for (const [token] of whole.matchAll(tokens)) {
    if (token === "[" && !inClass) inClass = true;
    else if (token === "]") inClass = false;
    if (/^\\[pP]/.test(token)) {
      const set = sets[token];
      if (set === undefined) return undefined;
      source += inClass ? set : `[${set}]`;
    } else if (/^\\[uxc]/.test(token)) return undefined;
    else source += token.startsWith("\\") ? token : lowerAscii(token);
  }
  return new RegExp(source, flags.replace(/[iu]/g, ""));
}

export function isAscii(text: string): boolean {
  return /^[\t\n\r -~]*$/.test(text);
}

function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
