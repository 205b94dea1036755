import { wordsFor } from "./vector-code.ts";

/** Words that are counted in one go. A code is filled up to a multiple, with bits that never differ. */
const group = 3;
/** Groups whose counts fit into the bytes of a word: 10 of 24 bits each. */
const wordsPerFold = 10 * group;

/** 32-bit words that a code of signs takes in a table. */
export const wordsPerCode = (dimension: number): number => Math.ceil(wordsFor(dimension) / group) * group;

const oddBits = 0x55555555;
const pairs = 0x33333333;
const nibbles = 0x0f0f0f0f;
const oddBytes = 0x00ff00ff;

/**
 * For each of the first `count` slots how many signs of its nearest vector differ from `signs`, into `distances`.
 * A slot without a vector is one further than any other. Counts in `histogram` how many slots are how far.
 *
 * This is the only loop over a whole library. Three words are added like the bits of a full adder, so that two
 * words are counted and not three, and counts stay packed until a code is done.
 */
export function signDistances(table: {
  /** The codes of all slots, `perSlot` a slot and `signs.length` words each. */
  readonly codes: Int32Array;
  /** Lengths of the vectors; 0 where there is none. */
  readonly lengths: Float32Array;
  readonly perSlot: number;
  readonly signs: Int32Array;
  readonly count: number;
  readonly distances: Uint16Array;
  /** One longer than the furthest distance, which is one more than there are signs. */
  readonly histogram: Uint32Array;
}): void {
  const { codes, lengths, perSlot, signs, count, distances, histogram } = table;
  const words = signs.length;
  const furthest = words * 32 + 1;
  let vector = 0;
  for (let slot = 0; slot < count; slot += 1) {
    let nearest = furthest;
    for (const end = vector + perSlot; vector < end; vector += 1) {
      if (lengths[vector] === 0) continue;
      const start = vector * words;
      let sum = 0;
      for (let word = 0; word < words; ) {
        let bytes = 0;
        for (const fold = Math.min(words, word + wordsPerFold); word < fold; word += group) {
          const a = (codes[start + word] as number) ^ (signs[word] as number);
          const b = (codes[start + word + 1] as number) ^ (signs[word + 1] as number);
          const c = (codes[start + word + 2] as number) ^ (signs[word + 2] as number);
          const odd = a ^ b;
          let ones = odd ^ c;
          let twos = (a & b) | (odd & c);
          ones -= (ones >>> 1) & oddBits;
          ones = (ones & pairs) + ((ones >>> 2) & pairs);
          twos -= (twos >>> 1) & oddBits;
          twos = (twos & pairs) + ((twos >>> 2) & pairs);
          const counts = ones + (twos << 1);
          bytes = (bytes + (counts & nibbles) + ((counts >>> 4) & nibbles)) | 0;
        }
        const halves = (bytes & oddBytes) + ((bytes >>> 8) & oddBytes);
        sum += (halves + (halves >>> 16)) & 0xffff;
      }
      if (sum < nearest) nearest = sum;
    }
    distances[slot] = nearest;
    histogram[nearest] = (histogram[nearest] as number) + 1;
  }
}
