/**
 * A vector as signed bytes: scaled so that its largest component becomes 127. Its length is lost and its
 * direction kept to a cosine of 0.999 or better, which is all that a unit vector has to say.
 */
export function toBytes(vector: Float32Array): Int8Array {
  let largest = 0;
  for (let at = 0; at < vector.length; at += 1) largest = Math.max(largest, Math.abs(vector[at] as number));
  const scale = largest === 0 ? 0 : 127 / largest;
  const bytes = new Int8Array(vector.length);
  for (let at = 0; at < vector.length; at += 1) bytes[at] = Math.round((vector[at] as number) * scale);
  return bytes;
}

/** Words of a code that are compared at once. It is filled up to a multiple of them, with bits that never differ. */
const group = 4;

/** 32-bit words of a code, which holds a sign for each component. */
export const wordsPerCode = (dimension: number): number => Math.ceil(dimension / (group * 32)) * group;

/** The distance of a slot without a vector, by the words of a code: one further than any other. */
export const furthestOf = (words: number): number => words * 32 + 1;

/** Writes the signs of `vector` into `codes` from `at` on: a bit for each component that is above zero. */
export function writeSigns(vector: ArrayLike<number>, codes: Int32Array, at: number): void {
  for (let word = 0; word * 32 < vector.length; word += 1) {
    let bits = 0;
    const end = Math.min(32, vector.length - word * 32);
    for (let bit = 0; bit < end; bit += 1) if ((vector[word * 32 + bit] as number) > 0) bits |= 1 << bit;
    codes[at + word] = bits;
  }
}

const oddBits = 0x55555555;
const pairs = 0x33333333;
const nibbles = 0x0f0f0f0f;

/** Set bits of a 32-bit word. */
export function bitCount(word: number): number {
  let bits = word - ((word >>> 1) & oddBits);
  bits = (bits & pairs) + ((bits >>> 2) & pairs);
  return Math.imul((bits + (bits >>> 4)) & nibbles, 0x01010101) >>> 24;
}
