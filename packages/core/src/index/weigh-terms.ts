import type { Partition } from "./partition.ts";
import type { QueryTerm } from "./search-query.ts";

export interface WeighedTerm extends QueryTerm {
  readonly mass: number;
  readonly documents: number;
}

/** Rarest first and bonus terms last, so that each finds the candidates already there. */
export function weighTerms(
  terms: readonly QueryTerm[],
  partitions: readonly Partition<unknown>[],
): WeighedTerm[] {
  const total = partitions.reduce((sum, partition) => sum + partition.live, 0);
  const weighed: WeighedTerm[] = [];
  for (const term of terms) {
    let documents = 0;
    for (const partition of partitions) documents += partition.postings.get(term.term)?.slots.length ?? 0;
    if (documents === 0 && term.role !== "expected") continue;
    // An unknown word weighs as much as one that a single skill knows.
    const seen = Math.max(1, documents);
    const rarity = Math.log(1 + (total - seen + 0.5) / (seen + 0.5));
    weighed.push({ ...term, documents, mass: rarity * term.weight });
  }
  const last = (term: WeighedTerm): number => (term.role === "bonus" ? 1 : 0);
  return weighed.sort((a, b) => last(a) - last(b) || a.documents - b.documents);
}
