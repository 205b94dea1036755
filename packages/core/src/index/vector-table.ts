import { wordsPerCode } from "./sign-distances.ts";
import { writeSigns } from "./vector-code.ts";
import { VectorSegment, type VectorShape } from "./vector-segment.ts";

/** One skill near a query, with the cosine of the nearest of its vectors, -1 to 1. */
export interface NearSlot {
  readonly slot: number;
  readonly cosine: number;
}

/** Skills whose exact cosines are worked out for one that is asked for, at least. */
const rescored = 400;
/** Slots of a segment, a power of two: about half a millisecond's worth of signs to compare. */
const segmentSlots = 4_096;
/** Slots compared exactly between two rests. */
const exactlyAtOnce = 512;

/**
 * The vectors of a partition's skills. A search compares the signs of all of them, a few bits a component,
 * and then works out the exact cosines of the nearest: measured on sentence vectors that finds what the
 * exact scan finds, at a tenth of its time and without a graph that has to be built and kept.
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
   * The `limit` skills with the highest cosine, highest first, of those in the first `slots` slots. `query` is a unit
   * vector, `looked` how many are compared exactly. In steps of less than a millisecond each: whoever lets others go
   * first in between must see to it that the table stays as it is.
   */
  *nearest(
    query: Float32Array,
    slots: number,
    limit: number,
    looked: number = Math.max(rescored, limit * 8),
  ): Generator<void, readonly NearSlot[]> {
    const near = yield* this.#nearBySigns(query, slots, looked);
    const found: NearSlot[] = [];
    for (const slot of near) {
      const cosine = this.#segments[segmentOf(slot)]?.cosine(placeOf(slot), query) ?? -1;
      found.push({ slot, cosine });
      if (found.length % exactlyAtOnce === 0) yield;
    }
    found.sort((a, b) => b.cosine - a.cosine || a.slot - b.slot);
    return found.slice(0, limit);
  }

  /** The slots with a vector whose signs differ least from the query's: `wanted` of them, and who ties with the last. */
  *#nearBySigns(query: Float32Array, slots: number, wanted: number): Generator<void, readonly number[]> {
    const signs = new Int32Array(wordsPerCode(this.dimension));
    writeSigns(query, signs, 0);
    const furthest = signs.length * 32 + 1;
    const histogram = new Uint32Array(furthest + 1);
    const compared: { readonly first: number; readonly distances: Uint16Array }[] = [];
    for (const [at, segment] of this.#segments.entries()) {
      const first = at * segmentSlots;
      if (segment === undefined || first >= slots) continue;
      const distances = new Uint16Array(Math.min(segmentSlots, slots - first));
      segment.signDistances(signs, distances, histogram);
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

const segmentOf = (slot: number): number => Math.floor(slot / segmentSlots);
const placeOf = (slot: number): number => slot % segmentSlots;
