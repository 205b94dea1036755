import { tokenise } from "../../../packages/core/src/text/tokens/tokens.ts";

/** Okapi's usual constants: how soon a repeated term stops to count, and how much a long document pays. */
const k1 = 1.2;
const b = 0.75;

interface Posting {
  readonly document: number;
  readonly count: number;
}

/** Scores every document for a query, in the order of the documents. */
export type Bm25 = (query: string) => Float64Array;

/** Textbook BM25 over stemmed documents. A query's repeated term counts once. */
export function buildBm25(documents: readonly string[]): Bm25 {
  const lengths: number[] = [];
  const postings = new Map<string, Posting[]>();
  for (const [document, text] of documents.entries()) {
    const terms = tokenise(text);
    lengths.push(terms.length);
    for (const [term, count] of countTerms(terms)) {
      const list = postings.get(term);
      if (list === undefined) postings.set(term, [{ document, count }]);
      else list.push({ document, count });
    }
  }
  const meanLength = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);

  return (query) => {
    const scores = new Float64Array(documents.length);
    for (const term of new Set(tokenise(query))) {
      const list = postings.get(term) ?? [];
      const rarity = Math.log(1 + (documents.length - list.length + 0.5) / (list.length + 0.5));
      for (const { document, count } of list) {
        const length = (lengths[document] as number) / meanLength;
        const weight = (count * (k1 + 1)) / (count + k1 * (1 - b + b * length));
        scores[document] = (scores[document] as number) + rarity * weight;
      }
    }
    return scores;
  };
}

function countTerms(terms: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}
