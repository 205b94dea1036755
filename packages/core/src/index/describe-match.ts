import { fieldsOf, termWeight } from "./key-facts.ts";
import type { Partition, Slot } from "./partition.ts";
import { findSlot } from "./posting-list.ts";
import type { ScoredSlot } from "./score-slot.ts";
import type { SearchMatch } from "./search-query.ts";
import type { WeighedTerm } from "./weigh-terms.ts";

/** A scored slot as a match, with what is only worth working out for those that are given back. */
export function describeMatch<Payload>(
  partition: Partition<Payload>,
  found: ScoredSlot,
  terms: readonly WeighedTerm[],
  mass: number,
): SearchMatch<Payload> {
  const slot = partition.slots[found.number] as Slot<Payload>;
  const fields: Record<string, number> = {};
  const matched: string[] = [];
  for (const term of terms) {
    const list = partition.postings.get(term.term);
    const at = list === undefined ? -1 : findSlot(list, found.number);
    if (list === undefined || at < 0) continue;
    const facts = list.facts[at] as number;
    if (term.role !== "bonus") matched.push(term.term);
    const weight = (term.mass / mass) * termWeight(facts);
    for (const { field, share } of fieldsOf(facts)) fields[field] = (fields[field] ?? 0) + weight * share;
  }
  return {
    id: slot.id,
    payload: slot.payload,
    score: Math.min(1, found.score),
    relevance: found.relevance,
    symptom: found.symptom,
    terms: matched,
    fields,
    frequency: found.frequency,
    vectors: slot.vectors,
  };
}
