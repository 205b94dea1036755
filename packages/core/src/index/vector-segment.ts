import { chosenKernel } from "./chosen-kernel.ts";
import { dotAt } from "./dot-at.ts";
import { furthestOf, wordsPerCode, writeSigns } from "./vector-code.ts";

export interface VectorShape {
  readonly dimension: number;
  /** Vectors of one skill. */
  readonly perSkill: number;
}

/**
 * The vectors of some consecutive slots. A table grows by whole segments, since to copy all the vectors of a large
 * library into a larger buffer would hold up the event loop.
 */
export class VectorSegment {
  readonly #shape: VectorShape;
  readonly #places: number;
  readonly #words: number;
  #capacity = 0;
  #codes = new Int32Array(0);
  #bytes = new Int8Array(0);
  /** Length of each vector; 0 where a slot has none. */
  #lengths = new Float32Array(0);

  /** `places` is how many it may have; it takes memory for those that are used. */
  constructor(shape: VectorShape, places: number) {
    this.#shape = shape;
    this.#places = places;
    this.#words = wordsPerCode(shape.dimension);
  }

  put(place: number, bytes: Int8Array): void {
    if (place >= this.#capacity) this.#grow(place + 1);
    const { dimension, perSkill } = this.#shape;
    this.#bytes.set(bytes, place * perSkill * dimension);
    for (let vector = 0; vector < perSkill; vector += 1) {
      const one = bytes.subarray(vector * dimension, (vector + 1) * dimension);
      let squares = 0;
      for (let component = 0; component < dimension; component += 1)
        squares += (one[component] as number) ** 2;
      const at = place * perSkill + vector;
      this.#lengths[at] = Math.sqrt(squares);
      writeSigns(one, this.#codes, at * this.#words);
    }
  }

  /** The vectors of a place, to be copied. */
  bytesAt(place: number): Int8Array {
    const width = this.#shape.perSkill * this.#shape.dimension;
    return this.#bytes.subarray(place * width, (place + 1) * width);
  }

  has(place: number): boolean {
    return place < this.#capacity && (this.#lengths[place * this.#shape.perSkill] as number) > 0;
  }

  drop(place: number): void {
    if (place >= this.#capacity) return;
    const { perSkill } = this.#shape;
    this.#lengths.fill(0, place * perSkill, (place + 1) * perSkill);
  }

  /** How many signs of the nearest vector of each of the first places differ from `signs`, into `distances`. */
  signDistances(signs: Int32Array, distances: Uint16Array): void {
    const count = Math.min(distances.length, this.#capacity);
    distances.fill(furthestOf(signs.length), count);
    const [codes, lengths, { perSkill: perSlot }] = [this.#codes, this.#lengths, this.#shape];
    chosenKernel().signDistances({ codes, lengths, perSlot, signs, distances: distances.subarray(0, count) });
  }

  /** The cosine of the nearest of a place's vectors by their products with the query, which begin at `at`. */
  nearest(place: number, products: Float32Array, at: number): number {
    const { perSkill } = this.#shape;
    let best = -1;
    for (let vector = 0; vector < perSkill; vector += 1) {
      const length = this.#lengths[place * perSkill + vector] as number;
      best = Math.max(best, length === 0 ? 0 : (products[at + vector] as number) / length);
    }
    return best;
  }

  /** The cosine of the nearest of a place's vectors; one that is not there counts 0. `query` is a unit vector. */
  cosine(place: number, query: Float32Array): number {
    const { dimension, perSkill } = this.#shape;
    let best = -1;
    for (let at = place * perSkill; at < (place + 1) * perSkill; at += 1) {
      const length = this.#lengths[at] as number;
      best = Math.max(best, length === 0 ? 0 : dotAt(this.#bytes, at * dimension, query) / length);
    }
    return best;
  }

  #grow(places: number): void {
    this.#capacity = Math.min(this.#places, Math.max(64, places * 2));
    const { dimension, perSkill } = this.#shape;
    const bytes = new Int8Array(this.#capacity * perSkill * dimension);
    const codes = new Int32Array(this.#capacity * perSkill * this.#words);
    const lengths = new Float32Array(this.#capacity * perSkill);
    bytes.set(this.#bytes);
    codes.set(this.#codes);
    lengths.set(this.#lengths);
    [this.#bytes, this.#codes, this.#lengths] = [bytes, codes, lengths];
  }
}
