import { fieldsOf, termWeight } from "./key-facts.ts";
import type { EntryVectors, Partition, Slot } from "./partition.ts";
import { findSlot } from "./posting-list.ts";
import type { ScoredSlot } from "./score-slot.ts";
import type { SearchMatch } from "./search-query.ts";
import type { WeighedTerm } from "./weigh-terms.ts";

/** What a search looked for. */
export interface WeighedQuery {
  readonly terms: readonly WeighedTerm[];
  readonly mass: number;
}

/**
 * A scored slot as a match. Which terms and fields it has is only asked of the few that may be given, and worked out
 * then: before the index changes. A class, since a search makes a dozen and literals with getters are slow to make.
 */
export class SlotMatch<Payload> implements SearchMatch<Payload> {
  readonly id: string;
  readonly payload: Payload;
  readonly score: number;
  readonly relevance: number;
  readonly symptom: number;
  readonly frequency: number;
  readonly vectors: EntryVectors | undefined;
  readonly #partition: Partition<Payload>;
  readonly #number: number;
  readonly #query: WeighedQuery;
  #terms: readonly string[] | undefined;

  constructor(partition: Partition<Payload>, found: ScoredSlot, query: WeighedQuery) {
    const { id, payload, vectors } = partition.slots[found.number] as Slot<Payload>;
    this.id = id;
    this.payload = payload;
    this.score = Math.min(1, found.score);
    this.relevance = found.relevance;
    this.symptom = found.symptom;
    this.frequency = found.frequency;
    this.vectors = vectors;
    this.#partition = partition;
    this.#number = found.number;
    this.#query = query;
  }

  get terms(): readonly string[] {
    this.#terms ??= this.#held()
      .filter(({ term }) => term.role !== "bonus")
      .map(({ term }) => term.term);
    return this.#terms;
  }

  get fields(): Readonly<Record<string, number>> {
    const fields: Record<string, number> = {};
    for (const { term, facts } of this.#held()) {
      const weight = (term.mass / this.#query.mass) * termWeight(facts);
      for (const { field, share } of fieldsOf(facts)) fields[field] = (fields[field] ?? 0) + weight * share;
    }
    return fields;
  }

  /** The terms that the keys hold, with what they say of each. */
  #held(): readonly { readonly term: WeighedTerm; readonly facts: number }[] {
    return this.#query.terms.flatMap((term) => {
      const list = this.#partition.postings.get(term.term);
      const at = list === undefined ? -1 : findSlot(list, this.#number);
      return list === undefined || at < 0 ? [] : [{ term, facts: list.facts[at] as number }];
    });
  }
}
