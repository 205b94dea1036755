import type { EntryVectors } from "./partition.ts";
import type { NearSlot } from "./vector-table.ts";

/** How a term of the query counts. */
export interface QueryTerm {
  readonly term: string;
  /** 0 to 1. */
  readonly weight: number;
  /**
   * `expected`: its absence from a skill's keys speaks against the skill. `soft`: only if some skill knows
   * it. `bonus`: never.
   */
  readonly role: "expected" | "soft" | "bonus";
}

export interface SearchQuery {
  readonly terms: readonly QueryTerm[];
  /** The partitions to search, at most four. */
  readonly scopeKeys: readonly string[];
  /** Skills of a lower status rank are passed over. */
  readonly minimumRank: number;
  readonly limit: number;
  /** Skills that cannot reach this score by their words are not looked at. Default 0: every skill that shares one. */
  readonly minimumScore?: number;
  /** The query as a unit vector. With it the skills nearest in meaning are matches too, whatever their words. */
  readonly vector?: Float32Array | undefined;
  /** Of `SearchIndex.nearest` for this vector and these scopes. Default: worked out as part of the search. */
  readonly near?: NearestSlots | undefined;
}

/** What is nearest in meaning, partition by partition, as long as the index is not changed. */
export interface NearestSlots {
  readonly changes: number;
  readonly byPartition: ReadonlyMap<unknown, readonly NearSlot[]>;
}

export interface SearchMatch<Payload> {
  readonly id: string;
  readonly payload: Payload;
  /** Weighed share of the query found in the keys, 0 to 1: comparable between queries and libraries. */
  readonly score: number;
  /** The score and what the bonus terms add to it, not held to 1: for choosing among matches only. */
  readonly relevance: number;
  /** Share of the best recorded symptom found in the query, 0 to 1; 0 when only one word of it is. */
  readonly symptom: number;
  /** Terms of the query that count against a skill without them, and which this one has. */
  readonly terms: readonly string[];
  readonly fields: Readonly<Record<string, number>>;
  /** The share of the query found in the keys when a term counts more the more keys hold it (BM25's), 0 to 1. */
  readonly frequency: number;
  readonly vectors: EntryVectors | undefined;
}
