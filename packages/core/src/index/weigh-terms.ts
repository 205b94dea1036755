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
  for (const { term, weight, role } of terms) {
    let documents = 0;
    for (const partition of partitions) documents += partition.postings.get(term)?.slots.length ?? 0;
    if (documents === 0 && role !== "expected") continue;
    // An unknown word weighs as much as one that a single skill knows.
    const seen = Math.max(1, documents);
    const rarity = Math.log(1 + (total - seen + 0.5) / (seen + 0.5));
    weighed.push({ term, weight, role, documents, mass: rarity * weight });
  }
  return weighed.sort(byRarity);
}

const byRarity = (a: WeighedTerm, b: WeighedTerm): number =>
  isLast(a) - isLast(b) || a.documents - b.documents;

const isLast = ({ role }: WeighedTerm): number => (role === "bonus" ? 1 : 0);
