import { keySimilarity } from "./key-similarity.ts";
import { keyVectors } from "./key-vectors.ts";
import type { EntryVectors, Partition, Slot } from "./partition.ts";

/** Fewer skills than this say nothing about others. */
const leastSkills = 8;
/** Skills looked at, evenly spread: enough for a mean, few enough for the hot path. */
const sample = 32;
/** Skills among which these and the nearest other are looked for, and how many exactly: it is a mean that is wanted. */
const compared = { skills: 2_000, exactly: 240 } as const;

/** See `SearchIndex.calibration`. Undefined where there is too little to tell. */
export type CosineRange = { readonly noise: number; readonly own: number } | undefined;

export function* calibrate(partitions: readonly Partition<unknown>[]): Generator<void, CosineRange> {
  const [partition] = [...partitions].sort((a, b) => b.live - a.live);
  const table = partition?.vectors;
  if (partition === undefined || table === undefined || partition.live < leastSkills) return undefined;
  const slots: number[] = [];
  // Slots at the beginning may all be empty: a skill that is written anew moves to the end.
  for (let number = 0; number < partition.slots.length && slots.length < compared.skills; number += 1)
    if (table.has(number) && partition.slots[number] !== undefined) slots.push(number);
  if (slots.length < leastSkills) return undefined;
  const end = (slots.at(-1) as number) + 1;
  // By id, so that the same skills are looked at in whatever order they were written.
  slots.sort((a, b) => (idOf(partition, a) < idOf(partition, b) ? -1 : 1));
  const step = Math.max(1, Math.floor(slots.length / sample));
  const own: number[] = [];
  const noise: number[] = [];
  for (let at = 0; at < slots.length; at += step) {
    const number = slots[at] as number;
    const vectors = (partition.slots[number] as Slot<unknown>).vectors as EntryVectors;
    const about = unitOf(vectors, keyVectors.about);
    own.push(keySimilarity(vectors, about).queries);
    const near = yield* table.nearest({
      vector: about,
      limit: 2,
      slots: end,
      skills: slots.length,
      idOf: (slot) => idOf(partition, slot),
      exactly: compared.exactly,
    });
    const other = near.find(({ slot }) => slot !== number);
    if (other === undefined) continue;
    const others = (partition.slots[other.slot] as Slot<unknown>).vectors as EntryVectors;
    noise.push(keySimilarity(others, about).queries);
  }
  return noise.length === 0 ? undefined : { noise: mean(noise), own: mean(own) };
}

const idOf = (partition: Partition<unknown>, slot: number): string =>
  (partition.slots[slot] as Slot<unknown>).id;

function unitOf({ bytes, dimension }: EntryVectors, place: number): Float32Array {
  const vector = Float32Array.from(bytes.subarray(place * dimension, (place + 1) * dimension));
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
