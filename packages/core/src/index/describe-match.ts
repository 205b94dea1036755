import { fieldsOf, termWeight } from "./key-facts.ts";
import type { Partition, Slot } from "./partition.ts";
import { findSlot } from "./posting-list.ts";
import type { ScoredSlot } from "./score-slot.ts";
import type { SearchMatch } from "./search-query.ts";
import type { WeighedTerm } from "./weigh-terms.ts";

/**
 * A scored slot as a match. Which terms and fields it has is only asked of the few that may be given, and worked out
 * then: before the index changes.
 */
export function describeMatch<Payload>(
  partition: Partition<Payload>,
  found: ScoredSlot,
  terms: readonly WeighedTerm[],
  mass: number,
): SearchMatch<Payload> {
  const slot = partition.slots[found.number] as Slot<Payload>;
  let held: Pick<SearchMatch<Payload>, "terms" | "fields"> | undefined;
  const holds = () => {
    held ??= heldBy(partition, found.number, terms, mass);
    return held;
  };
  return {
    id: slot.id,
    payload: slot.payload,
    score: Math.min(1, found.score),
    relevance: found.relevance,
    symptom: found.symptom,
    get terms() {
      return holds().terms;
    },
    get fields() {
      return holds().fields;
    },
    frequency: found.frequency,
    vectors: slot.vectors,
  };
}

function heldBy(
  partition: Partition<unknown>,
  number: number,
  terms: readonly WeighedTerm[],
  mass: number,
): Pick<SearchMatch<unknown>, "terms" | "fields"> {
  const fields: Record<string, number> = {};
  const matched: string[] = [];
  for (const term of terms) {
    const list = partition.postings.get(term.term);
    const at = list === undefined ? -1 : findSlot(list, number);
    if (list === undefined || at < 0) continue;
    const facts = list.facts[at] as number;
    if (term.role !== "bonus") matched.push(term.term);
    const weight = (term.mass / mass) * termWeight(facts);
    for (const { field, share } of fieldsOf(facts)) fields[field] = (fields[field] ?? 0) + weight * share;
  }
  return { terms: matched, fields };
}
