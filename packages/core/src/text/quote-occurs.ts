const leastLetters = 6;

/** What copying changes in a text: white space, and the forms of quotation marks and dashes. */
function plain(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/[‘’‚‛′]/g, "'")
    .replace(/[“”„‟″«»]/g, '"')
    .replace(/[‐‑‒–—―−]/g, "-")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase();
}

/**
 * Whether a model's quote really occurs in a text: the whole of it, whatever white space and quotation marks became. A
 * quote of a few letters occurs everywhere and proves nothing, and neither does a part of one.
 */
export function quoteOccurs(quote: string, text: string): boolean {
  const wanted = plain(quote);
  const letters = wanted.replace(/[^\p{L}\p{N}]/gu, "").length;
  return letters >= leastLetters && plain(text).includes(wanted);
}
