import { symptomLimit, triggerLimit } from "./key-facts.ts";
import { keyVectors, searchedBytes, searchedVectors } from "./key-vectors.ts";
import { type PostingList, removeSlot } from "./posting-list.ts";
import { readSearchDocument } from "./search-document.ts";
import { VectorTable } from "./vector-table.ts";

export interface EntryVectors {
  readonly dimension: number;
  /** `dimension` signed bytes a vector. */
  readonly bytes: Int8Array;
}

/** One skill as the index is given it. `payload` comes back with a match. */
export interface IndexEntry<Payload> {
  readonly id: string;
  /** Place of its status in the order of trust, for filtering inside the search. */
  readonly rank: number;
  /** As made by `buildSearchDocument`. */
  readonly document: string;
  /** Its keys as vectors, see `key-vectors.ts`; those of a scope are of one embedder. */
  readonly vectors?: EntryVectors | undefined;
  readonly payload: Payload;
}

/** A skill's place in the index. Slots only grow, so postings stay sorted by appending. */
export interface Slot<Payload> {
  readonly id: string;
  readonly rank: number;
  readonly payload: Payload;
  /** Those that it stands in. */
  readonly postings: readonly PostingList[];
  readonly hashes: readonly string[];
  readonly vectors: EntryVectors | undefined;
  /** Term counts of the trigger queries, then of the symptoms. */
  readonly sizes: Uint8Array;
}

/** The postings of one scope. A search reads the few partitions its scope sees. */
export interface Partition<Payload> {
  readonly postings: Map<string, PostingList>;
  readonly byHash: Map<string, number[]>;
  readonly byId: Map<string, number>;
  readonly slots: (Slot<Payload> | undefined)[];
  live: number;
  vectors: VectorTable | undefined;
}

export function createPartition<Payload>(): Partition<Payload> {
  return { postings: new Map(), byHash: new Map(), byId: new Map(), slots: [], live: 0, vectors: undefined };
}

function sizesOf(triggers: readonly number[], symptoms: readonly number[]): Uint8Array {
  const sizes = new Uint8Array(triggerLimit + symptomLimit);
  for (let index = 0; index < Math.min(triggers.length, triggerLimit); index += 1)
    sizes[index] = Math.min(255, triggers[index] ?? 0);
  for (let index = 0; index < Math.min(symptoms.length, symptomLimit); index += 1)
    sizes[triggerLimit + index] = Math.min(255, symptoms[index] ?? 0);
  return sizes;
}

export function removeEntry<Payload>(partition: Partition<Payload>, id: string): boolean {
  const number = partition.byId.get(id);
  if (number === undefined) return false;
  const slot = partition.slots[number];
  partition.byId.delete(id);
  partition.slots[number] = undefined;
  partition.live -= 1;
  partition.vectors?.drop(number);
  for (const list of slot?.postings ?? []) {
    removeSlot(list, number);
    if (list.slots.length === 0) partition.postings.delete(list.term);
  }
  for (const hash of slot?.hashes ?? []) {
    const left = (partition.byHash.get(hash) ?? []).filter((other) => other !== number);
    if (left.length === 0) partition.byHash.delete(hash);
    else partition.byHash.set(hash, left);
  }
  return true;
}

/** Adds a skill or takes its new keys. Touches the postings of its own terms only. */
export function upsertEntry<Payload>(partition: Partition<Payload>, entry: IndexEntry<Payload>): void {
  removeEntry(partition, entry.id);
  const document = readSearchDocument(entry.document);
  const number = partition.slots.length;
  const postings = document.terms.map((term, index) => {
    const list = postingsOf(partition, term);
    list.slots.push(number);
    list.facts.push(document.facts[index] as number);
    return list;
  });
  partition.slots.push({
    id: entry.id,
    rank: entry.rank,
    payload: entry.payload,
    postings,
    hashes: document.hashes,
    vectors: entry.vectors,
    sizes: sizesOf(document.triggerSizes, document.symptomSizes),
  });
  partition.byId.set(entry.id, number);
  partition.live += 1;
  for (const hash of document.hashes) {
    const known = partition.byHash.get(hash);
    if (known === undefined) partition.byHash.set(hash, [number]);
    else known.push(number);
  }
  putVectors(partition, number, entry.vectors);
}

function postingsOf(partition: Partition<unknown>, term: string): PostingList {
  const known = partition.postings.get(term);
  if (known !== undefined) return known;
  // A text of its own: a part of a document's holds all of that document in memory.
  const own = [...term].join("");
  const list: PostingList = { term: own, slots: [], facts: [] };
  partition.postings.set(own, list);
  return list;
}

/** Vectors of another dimension than those before begin a new table: two embedders cannot be compared. */
function putVectors(partition: Partition<unknown>, slot: number, vectors: EntryVectors | undefined): void {
  if (vectors === undefined || vectors.bytes.length < keyVectors.firstQuery * vectors.dimension) return;
  const { dimension } = vectors;
  if (partition.vectors?.dimension !== dimension)
    partition.vectors = new VectorTable({ dimension, perSkill: searchedVectors });
  partition.vectors.put(slot, searchedBytes(vectors));
}

/** Whether so many slots are empty that building anew costs less than dragging them along. */
export function isSparse(partition: Partition<unknown>): boolean {
  return partition.slots.length > 256 && partition.live * 2 < partition.slots.length;
}

/** Renumbers the slots without reading any document again. */
export function compact<Payload>(partition: Partition<Payload>): void {
  const numbers = new Map<number, number>();
  const kept: Slot<Payload>[] = [];
  partition.slots.forEach((slot, number) => {
    if (slot === undefined) return;
    numbers.set(number, kept.length);
    partition.byId.set(slot.id, kept.length);
    partition.vectors?.move(number, kept.length);
    kept.push(slot);
  });
  const renumber = (list: number[]): void => {
    for (let index = 0; index < list.length; index += 1)
      list[index] = numbers.get(list[index] as number) ?? 0;
  };
  for (const list of partition.postings.values()) renumber(list.slots);
  for (const list of partition.byHash.values()) renumber(list);
  partition.slots.length = 0;
  for (const slot of kept) partition.slots.push(slot);
}
