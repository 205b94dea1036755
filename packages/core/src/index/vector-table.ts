import { wordsPerCode } from "./sign-distances.ts";
import { signWeights } from "./sign-weights.ts";
import { writeSigns } from "./vector-code.ts";
import { VectorSegment, type VectorShape } from "./vector-segment.ts";

/** One skill near a query, with the cosine of the nearest of its vectors, -1 to 1. */
export interface NearSlot {
  readonly slot: number;
  readonly cosine: number;
}

/**
 * Skills whose exact cosines are worked out: a sixteenth of all, in a small library enough for what is asked and in a
 * large one what there is time for. Of a hundred thousand the ten nearest are among them but for 3 in 1,000.
 */
const looked = { share: 1 / 16, least: 400, most: 1_600 } as const;
/** As many times more are told apart by signs alone before that. */
const sifted = 5;
/** Slots of a segment, a power of two: about half a millisecond's worth of signs to compare. */
const segmentSlots = 4_096;
/** Slots looked at between two rests. */
const atOnce = { weighed: 2_048, exactly: 512 } as const;

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
 * The vectors of a partition's skills. A search compares the signs of all of them, a bit a component; those nearest by
 * that it compares by sign with the query's own numbers, and of the nearest by that the exact cosines are worked out.
 * There is no graph to build and keep; see the decision on vectors in memory.
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
    const bySigns = yield* this.#nearBySigns(vector, query.slots, exactly * sifted);
    const near = bySigns.length <= exactly ? bySigns : yield* this.#nearByWeights(vector, bySigns, exactly);
    const found: NearSlot[] = [];
    for (const slot of near) {
      found.push({ slot, cosine: this.#segments[segmentOf(slot)]?.cosine(placeOf(slot), vector) ?? -1 });
      if (found.length % atOnce.exactly === 0) yield;
    }
    found.sort((a, b) => b.cosine - a.cosine || (idOf(a.slot) < idOf(b.slot) ? -1 : 1));
    return found.slice(0, limit);
  }

  /** Of `slots` those whose signs weigh most with the query's numbers: `wanted` of them, and who ties with the last. */
  *#nearByWeights(
    query: Float32Array,
    slots: readonly number[],
    wanted: number,
  ): Generator<void, readonly number[]> {
    const table = signWeights(query);
    const weights = new Float32Array(slots.length);
    for (const [at, slot] of slots.entries()) {
      weights[at] =
        this.#segments[segmentOf(slot)]?.heaviest(placeOf(slot), table) ?? Number.NEGATIVE_INFINITY;
      if ((at + 1) % atOnce.weighed === 0) yield;
    }
    const bar = weights.slice().sort()[slots.length - wanted] as number;
    return slots.filter((_, at) => (weights[at] as number) >= bar);
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

const lookedAt = ({ skills, limit }: NearQuery): number =>
  Math.max(limit * 8, Math.min(looked.most, Math.max(looked.least, Math.ceil(skills * looked.share))));

const segmentOf = (slot: number): number => Math.floor(slot / segmentSlots);
const placeOf = (slot: number): number => slot % segmentSlots;
