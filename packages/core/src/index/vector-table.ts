import { chosenKernel } from "./chosen-kernel.ts";
import { nthHighest } from "./nth-highest.ts";
import { furthestOf, wordsPerCode, writeSigns } from "./vector-code.ts";
import { VectorSegment, type VectorShape } from "./vector-segment.ts";

/** One skill near a query, with the cosine of the nearest of its vectors, -1 to 1. */
export interface NearSlot {
  readonly slot: number;
  readonly cosine: number;
}

/**
 * Skills whose exact cosines are worked out, nearest by their signs: a quarter of all, in a small library enough for what is
 * asked and in a large one what there is time for. See the figures in the decision on vectors in memory.
 */
const looked = { share: 1 / 4, least: 1_000, most: 4_000 } as const;
/** Slots of a segment, a power of two: about a quarter of a millisecond's worth of signs to compare. */
const segmentSlots = 4_096;
/** Skills whose cosines are worked out between two rests. */
const atOnce = 256;
/** What two ways of adding up the same cosine differ by at most. */
const rounding = 1e-5;

/** What is looked for. */
export interface NearQuery {
  /** A unit vector. */
  readonly vector: Float32Array;
  /** Skills wanted. */
  readonly limit: number;
  /** The first so many slots are looked at. */
  readonly slots: number;
  /** Skills in them: how many are compared exactly goes by these, since how many slots are empty is chance. */
  readonly skills: number;
  /** What puts skills of equal cosines in an order, which slots are not: they tell when a skill was written. */
  readonly idOf: (slot: number) => string;
  /** Skills compared exactly; without it as many as do for their number. */
  readonly exactly?: number;
}

/**
 * The vectors of a partition's skills. A search compares the signs of all of them, a bit a component, and of those nearest
 * by that the exact cosines are worked out. There is no graph to build and keep; see the decision on vectors in memory.
 */
export class VectorTable {
  readonly dimension: number;
  readonly perSkill: number;
  readonly #segments: (VectorSegment | undefined)[] = [];

  constructor({ dimension, perSkill }: VectorShape) {
    this.dimension = dimension;
    this.perSkill = perSkill;
  }

  /** Takes a skill's vectors, `perSkill` times `dimension` bytes. */
  put(slot: number, bytes: Int8Array): void {
    const at = segmentOf(slot);
    const segment = this.#segments[at] ?? new VectorSegment(this, segmentSlots);
    this.#segments[at] = segment;
    segment.put(placeOf(slot), bytes);
  }

  has(slot: number): boolean {
    return this.#segments[segmentOf(slot)]?.has(placeOf(slot)) === true;
  }

  drop(slot: number): void {
    this.#segments[segmentOf(slot)]?.drop(placeOf(slot));
  }

  /** Moves a skill's vectors to a lower slot when the partition renumbers. */
  move(from: number, to: number): void {
    const segment = this.#segments[segmentOf(from)];
    if (from === to || segment === undefined) return;
    if (segment.has(placeOf(from))) this.put(to, segment.bytesAt(placeOf(from)));
    else this.drop(to);
    this.drop(from);
  }

  /**
   * The skills with the highest cosine, highest first; the same whatever the slots they stand in. In steps of less than a
   * millisecond each: whoever lets others go first in between must see to it that the table stays as it is.
   */
  *nearest(query: NearQuery): Generator<void, readonly NearSlot[]> {
    const { vector, limit, idOf, exactly = lookedAt(query) } = query;
    const slots = yield* this.#nearBySigns(vector, query.slots, exactly);
    const cosines = yield* this.#cosines(vector, slots);
    const bar = nthHighest(cosines, limit) - rounding;
    const found: NearSlot[] = [];
    for (let at = 0; at < slots.length; at += 1) {
      const slot = slots[at] as number;
      if ((cosines[at] as number) >= bar) found.push({ slot, cosine: this.#cosine(slot, vector) });
    }
    found.sort((a, b) => b.cosine - a.cosine || (idOf(a.slot) < idOf(b.slot) ? -1 : 1));
    return found.slice(0, limit);
  }

  #cosine(slot: number, vector: Float32Array): number {
    return this.#segments[segmentOf(slot)]?.cosine(placeOf(slot), vector) ?? -1;
  }

  /** The cosines of `slots` with `query`, but for `rounding`. */
  *#cosines(query: Float32Array, slots: readonly number[]): Generator<void, Float32Array> {
    const width = this.perSkill * this.dimension;
    const cosines = new Float32Array(slots.length).fill(-1);
    for (let start = 0; start < slots.length; start += atOnce) {
      const count = Math.min(atOnce, slots.length - start);
      const products = new Float32Array(count * this.perSkill);
      // Counted by hand, as thousands of slots go through here: entries of a list would each be a list of two.
      const fill = (room: Int8Array): void => {
        for (let at = 0; at < count; at += 1) {
          const slot = slots[start + at] as number;
          const bytes = this.#segments[segmentOf(slot)]?.bytesAt(placeOf(slot));
          if (bytes !== undefined) room.set(bytes, at * width);
        }
      };
      chosenKernel().products({ query, fill, products });
      for (let at = 0; at < count; at += 1) {
        const slot = slots[start + at] as number;
        const segment = this.#segments[segmentOf(slot)];
        if (segment !== undefined)
          cosines[start + at] = segment.nearest(placeOf(slot), products, at * this.perSkill);
      }
      yield;
    }
    return cosines;
  }

  /** The slots with a vector whose signs differ least from the query's: `wanted` of them, and who ties with the last. */
  *#nearBySigns(query: Float32Array, slots: number, wanted: number): Generator<void, readonly number[]> {
    const signs = new Int32Array(wordsPerCode(this.dimension));
    writeSigns(query, signs, 0);
    const furthest = furthestOf(signs.length);
    const histogram = new Uint32Array(furthest + 1);
    const compared: { readonly first: number; readonly distances: Uint16Array }[] = [];
    for (const [at, segment] of this.#segments.entries()) {
      const first = at * segmentSlots;
      if (segment === undefined || first >= slots) continue;
      const distances = new Uint16Array(Math.min(segmentSlots, slots - first));
      segment.signDistances(signs, distances);
      for (const distance of distances) histogram[distance] = (histogram[distance] as number) + 1;
      compared.push({ first, distances });
      yield;
    }
    let bar = 0;
    let taken = histogram[0] as number;
    while (taken < wanted && bar + 1 < furthest) {
      bar += 1;
      taken += histogram[bar] as number;
    }
    const near: number[] = [];
    for (const { first, distances } of compared)
      for (let place = 0; place < distances.length; place += 1)
        if ((distances[place] as number) <= bar) near.push(first + place);
    return near;
  }
}

const lookedAt = ({ skills, limit }: NearQuery): number =>
  Math.max(limit * 8, Math.min(looked.most, Math.max(looked.least, Math.ceil(skills * looked.share))));

const segmentOf = (slot: number): number => Math.floor(slot / segmentSlots);
const placeOf = (slot: number): number => slot % segmentSlots;
