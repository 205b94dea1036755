import { finish } from "../text/finish.ts";
import { bestByWords } from "./best-by-words.ts";
import { type CosineRange, calibrate } from "./calibrate.ts";
import {
  compact,
  createPartition,
  type IndexEntry,
  isSparse,
  type Partition,
  removeEntry,
  type Slot,
  upsertEntry,
} from "./partition.ts";
import { QueryLists } from "./query-lists.ts";
import { scoreSlot } from "./score-slot.ts";
import { Scoreboard } from "./scoreboard.ts";
import type { NearestSlots, SearchMatch, SearchQuery } from "./search-query.ts";
import { SlotMatch } from "./slot-match.ts";
import type { NearSlot } from "./vector-table.ts";
import { type WeighedTerm, weighTerms } from "./weigh-terms.ts";

/**
 * The keys of every skill in memory, one partition a scope. Stateful and synchronous: `upsert` and `remove`
 * touch the postings of one skill, `search` those of the query's terms.
 */
export class SearchIndex<Payload> {
  readonly #partitions = new Map<string, Partition<Payload>>();
  readonly #board = new Scoreboard();
  #changes = 0;

  /** Skills in a scope. */
  size(scopeKey: string): number {
    return this.#partitions.get(scopeKey)?.live ?? 0;
  }

  /** What was put in under an id of exactly this scope. */
  payloadOf(scopeKey: string, id: string): Payload | undefined {
    const partition = this.#partitions.get(scopeKey);
    const number = partition?.byId.get(id);
    return number === undefined ? undefined : partition?.slots[number]?.payload;
  }

  upsert(scopeKey: string, entry: IndexEntry<Payload>): void {
    this.#changes += 1;
    let partition = this.#partitions.get(scopeKey);
    if (partition === undefined) {
      partition = createPartition();
      this.#partitions.set(scopeKey, partition);
    }
    upsertEntry(partition, entry);
    if (isSparse(partition)) compact(partition);
  }

  remove(scopeKey: string, id: string): boolean {
    this.#changes += 1;
    const partition = this.#partitions.get(scopeKey);
    return partition !== undefined && removeEntry(partition, id);
  }

  /** Forgets a whole scope. */
  drop(scopeKey: string): void {
    this.#changes += 1;
    this.#partitions.delete(scopeKey);
  }

  /** Skills that know exactly this error, in no order. */
  findBySignature(
    hash: string,
    scope: Pick<SearchQuery, "scopeKeys" | "minimumRank">,
  ): readonly { readonly id: string; readonly payload: Payload }[] {
    return this.#partitionsOf(scope.scopeKeys).flatMap((partition) =>
      (partition.byHash.get(hash) ?? [])
        .map((number) => partition.slots[number])
        .filter((slot) => slot !== undefined && slot.rank >= scope.minimumRank)
        .map((slot) => ({ id: (slot as Slot<Payload>).id, payload: (slot as Slot<Payload>).payload })),
    );
  }

  /**
   * The best matches by words and, with a vector, the nearest in meaning: `limit` of either in each scope. The
   * best by words come first. Ties go by id, so that equal queries have equal answers.
   */
  search(query: SearchQuery): readonly SearchMatch<Payload>[] {
    const partitions = this.#partitionsOf(query.scopeKeys);
    const terms = weighTerms(query.terms, partitions);
    const expected = terms.reduce((sum, term) => (term.role === "bonus" ? sum : sum + term.mass), 0);
    if (expected === 0 && query.vector === undefined) return [];
    // Where no word counts, nothing is shared of them either.
    const mass = expected || 1;
    return partitions
      .flatMap((partition) => this.#searchPartition(partition, terms, mass, query))
      .sort((a, b) => b.relevance - a.relevance || (a.id < b.id ? -1 : 1));
  }

  /**
   * The first part of a search by meaning, which looks at every skill: in steps of a millisecond or so, between which
   * the caller may let others go first. What is written meanwhile is seen.
   */
  *nearest(
    query: Pick<SearchQuery, "scopeKeys" | "limit"> & { readonly vector: Float32Array },
  ): Generator<void, NearestSlots> {
    const partitions = this.#partitionsOf(query.scopeKeys);
    const found = (): Generator<void, NearestSlots> => nearestSlots(partitions, query, this.#changes);
    return yield* this.#steadily(found);
  }

  /**
   * What cosines mean among these skills, or `undefined` where too few have vectors to tell: `own`, of what a
   * skill is about with its own trigger queries, and `noise`, with those of the other skill they come nearest to.
   * In steps, as `nearest`.
   */
  *calibration(scopeKeys: readonly string[]): Generator<void, CosineRange> {
    return yield* this.#steadily(() => calibrate(this.#partitionsOf(scopeKeys)));
  }

  /** Goes on where it rested; once the index has changed, from the beginning and to the end at once. */
  *#steadily<Result>(work: () => Generator<void, Result>): Generator<void, Result> {
    const changes = this.#changes;
    const steps = work();
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done === true) return step.value;
      yield;
      if (this.#changes !== changes) return finish(work());
    }
  }

  #partitionsOf(scopeKeys: readonly string[]): Partition<Payload>[] {
    return scopeKeys
      .map((key) => this.#partitions.get(key))
      .filter((partition) => partition !== undefined && partition.live > 0) as Partition<Payload>[];
  }

  #searchPartition(
    partition: Partition<Payload>,
    terms: readonly WeighedTerm[],
    mass: number,
    query: SearchQuery,
  ): readonly SearchMatch<Payload>[] {
    const lists = new QueryLists(partition, terms, mass);
    const best = bestByWords({ partition, board: this.#board, lists, query });
    const weighed = { terms, mass };
    const matches = best.map((scored) => new SlotMatch(partition, scored, weighed));
    if (query.vector === undefined) return matches;
    const found = new Set(best.map(({ number }) => number));
    for (const number of this.#near(partition, query)) {
      if (found.has(number)) continue;
      const scored = scoreSlot(lists, number, (partition.slots[number] as Slot<Payload>).sizes);
      matches.push(new SlotMatch(partition, scored, weighed));
    }
    return matches;
  }

  /** The slots of the skills nearest in meaning. */
  #near(partition: Partition<Payload>, { vector, near, limit, minimumRank }: SearchQuery): readonly number[] {
    if (vector === undefined) return [];
    const known = near?.changes === this.#changes ? near.byPartition.get(partition) : undefined;
    return (known ?? finish(nearestIn(partition, vector, limit)))
      .slice(0, limit)
      .map(({ slot }) => slot)
      .filter((slot) => (partition.slots[slot]?.rank ?? -1) >= minimumRank);
  }
}

function* nearestSlots(
  partitions: readonly Partition<unknown>[],
  { vector, limit }: { readonly vector: Float32Array; readonly limit: number },
  changes: number,
): Generator<void, NearestSlots> {
  const byPartition = new Map<unknown, readonly NearSlot[]>();
  for (const partition of partitions) byPartition.set(partition, yield* nearestIn(partition, vector, limit));
  return { changes, byPartition };
}

function* nearestIn(
  partition: Partition<unknown>,
  vector: Float32Array,
  limit: number,
): Generator<void, readonly NearSlot[]> {
  const table = partition.vectors;
  if (table === undefined || table.dimension !== vector.length) return [];
  const { slots, live: skills } = partition;
  const idOf = (slot: number): string => slots[slot]?.id ?? "";
  return yield* table.nearest({ vector, limit, slots: slots.length, skills, idOf });
}
