import {
  fieldsOf,
  fieldWeights,
  lowestTermWeight,
  symptomLimit,
  termWeight,
  triggerLimit,
} from "./key-facts.ts";
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
import { findSlot } from "./posting-list.ts";
import { Scoreboard } from "./scoreboard.ts";

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
  /** Skills that cannot reach this score are not looked at. Default 0: every skill that shares a word. */
  readonly minimumScore?: number;
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
}

interface WeighedTerm extends QueryTerm {
  readonly mass: number;
  readonly documents: number;
}

/** Weight of the best single trigger query beside that of all keys together. */
const triggerShare = 0.35;

/** The most that a skill can score whose keys cover this share of the query. */
const highestScore = (coverage: number): number =>
  coverage * (1 - triggerShare) + Math.min(1, coverage / lowestTermWeight) * triggerShare;

/**
 * The keys of every skill in memory, one partition a scope. Stateful and synchronous: `upsert` and `remove`
 * touch the postings of one skill, `search` those of the query's terms.
 */
export class SearchIndex<Payload> {
  readonly #partitions = new Map<string, Partition<Payload>>();
  readonly #board = new Scoreboard();

  /** Skills in a scope. */
  size(scopeKey: string): number {
    return this.#partitions.get(scopeKey)?.live ?? 0;
  }

  upsert(scopeKey: string, entry: IndexEntry<Payload>): void {
    let partition = this.#partitions.get(scopeKey);
    if (partition === undefined) {
      partition = createPartition();
      this.#partitions.set(scopeKey, partition);
    }
    upsertEntry(partition, entry);
    if (isSparse(partition)) compact(partition);
  }

  remove(scopeKey: string, id: string): boolean {
    const partition = this.#partitions.get(scopeKey);
    return partition !== undefined && removeEntry(partition, id);
  }

  /** Forgets a whole scope. */
  drop(scopeKey: string): void {
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

  /** The best matches, best first. Ties go by id, so that equal queries have equal answers. */
  search(query: SearchQuery): readonly SearchMatch<Payload>[] {
    const partitions = this.#partitionsOf(query.scopeKeys);
    const terms = weigh(query.terms, partitions);
    const mass = terms.reduce((sum, term) => (term.role === "bonus" ? sum : sum + term.mass), 0);
    if (mass === 0) return [];
    return partitions
      .flatMap((partition) => this.#searchPartition(partition, terms, mass, query))
      .sort((a, b) => b.relevance - a.relevance || (a.id < b.id ? -1 : 1))
      .slice(0, query.limit);
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
    const minimumScore = query.minimumScore ?? 0;
    const board = this.#board;
    board.start(partition.slots.length);
    collect({ partition, board, terms, mass, minimumScore });
    const best: ScoredSlot[] = [];
    let bar = 0;
    for (const number of board.touched) {
      const slot = partition.slots[number];
      if (slot === undefined || slot.rank < query.minimumRank) continue;
      const highest = highestScore(board.sum(number) / mass);
      if (highest < minimumScore || highest + board.bonus(number) / mass < bar) continue;
      const scored = scoreSlot(board, number, slot.sizes, mass);
      if (scored.score < minimumScore || (best.length === query.limit && scored.relevance <= bar)) continue;
      let at = best.length;
      while (at > 0 && (best[at - 1] as ScoredSlot).relevance < scored.relevance) at -= 1;
      best.splice(at, 0, scored);
      if (best.length > query.limit) best.pop();
      if (best.length === query.limit) bar = (best.at(-1) as ScoredSlot).relevance;
    }
    return best.map((found) => describe(partition, found, terms, mass));
  }
}

/**
 * Adds up what the terms say, rarest first. Once the terms that are left cannot lift a new skill to the
 * minimum, they only add to the skills already found: a frequent word costs no loop over the library.
 */
function collect(request: {
  readonly partition: Partition<unknown>;
  readonly board: Scoreboard;
  readonly terms: readonly WeighedTerm[];
  readonly mass: number;
  readonly minimumScore: number;
}): void {
  const { partition, board, terms, mass, minimumScore } = request;
  let left = mass;
  for (const term of terms) {
    const closed = term.role === "bonus" ? minimumScore > 0 : highestScore(left / mass) < minimumScore;
    if (term.role !== "bonus") left -= term.mass;
    const list = partition.postings.get(term.term);
    if (list === undefined) continue;
    const { slots, facts } = list;
    const bonus = term.role === "bonus";
    if (closed && board.touched.length * 16 < slots.length) {
      for (const number of board.touched) {
        const at = findSlot(list, number);
        if (at >= 0) board.add(number, facts[at] as number, term.mass, bonus);
      }
      continue;
    }
    for (let at = 0; at < slots.length; at += 1) {
      const number = slots[at] as number;
      if (!closed || board.isTouched(number)) board.add(number, facts[at] as number, term.mass, bonus);
    }
  }
}

interface ScoredSlot {
  readonly number: number;
  readonly score: number;
  readonly relevance: number;
  readonly symptom: number;
}

function scoreSlot(board: Scoreboard, number: number, sizes: Uint8Array, mass: number): ScoredSlot {
  let trigger = 0;
  for (let unit = 0; unit < triggerLimit; unit += 1) {
    const size = sizes[unit] as number;
    if (size === 0) break;
    const shared = board.unitSum(number, unit);
    if (shared === 0) continue;
    const whole = board.unitCount(number, unit) / size;
    trigger = Math.max(trigger, (shared / mass) * (0.5 + 0.5 * whole));
  }
  let symptom = 0;
  for (let unit = triggerLimit; unit < triggerLimit + symptomLimit; unit += 1) {
    const size = sizes[unit] as number;
    if (size === 0) break;
    const count = board.unitCount(number, unit);
    if (count >= 2) symptom = Math.max(symptom, count / size);
  }
  const coverage = board.sum(number) / mass;
  // A symptom of two words says no more of a long query than those two words do.
  const unit = Math.max(trigger, Math.min(symptom, coverage / lowestTermWeight));
  const score = coverage * (1 - triggerShare) + unit * triggerShare;
  return { number, score, relevance: score + board.bonus(number) / mass, symptom: Math.min(1, symptom) };
}

/** Rarest first and bonus terms last, so that each finds the candidates already there. */
function weigh(terms: readonly QueryTerm[], partitions: readonly Partition<unknown>[]): WeighedTerm[] {
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

function describe<Payload>(
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
    const held = fieldsOf(facts);
    const whole = held.reduce((sum, field) => sum + fieldWeights[field], 0);
    if (term.role !== "bonus") matched.push(term.term);
    for (const field of held)
      fields[field] =
        (fields[field] ?? 0) + (term.mass / mass) * termWeight(facts) * (fieldWeights[field] / whole);
  }
  return {
    id: slot.id,
    payload: slot.payload,
    score: Math.min(1, found.score),
    relevance: found.relevance,
    symptom: found.symptom,
    terms: matched,
    fields,
  };
}
