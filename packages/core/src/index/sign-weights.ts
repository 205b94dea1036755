import { wordsPerCode } from "./sign-distances.ts";

const bytesPerWord = 4;

/**
 * For each byte of a code of signs and each value it can have, what those eight signs add to the product with
 * `query`: signs compared with the numbers themselves, which tells near ones apart better than signs with signs.
 */
export function signWeights(query: Float32Array): Float32Array {
  const bytes = wordsPerCode(query.length) * bytesPerWord;
  const weights = new Float32Array(bytes * 256);
  for (let byte = 0; byte < bytes; byte += 1) {
    const [first, base] = [byte * 8, byte * 256];
    let none = 0;
    for (let bit = 0; bit < 8; bit += 1) none -= query[first + bit] ?? 0;
    weights[base] = none;
    for (let value = 1; value < 256; value += 1) {
      const bit = 31 - Math.clz32(value & -value);
      weights[base + value] =
        (weights[base + (value & (value - 1))] as number) + 2 * (query[first + bit] ?? 0);
    }
  }
  return weights;
}

/** The sum of the weights of the code that begins at `start`. */
export function weighSigns(codes: Int32Array, start: number, weights: Float32Array): number {
  const words = weights.length / (256 * bytesPerWord);
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let word = 0, base = 0; word < words; word += 1, base += 1_024) {
    const bits = codes[start + word] as number;
    a += weights[base + (bits & 255)] as number;
    b += weights[base + 256 + ((bits >>> 8) & 255)] as number;
    c += weights[base + 512 + ((bits >>> 16) & 255)] as number;
    d += weights[base + 768 + (bits >>> 24)] as number;
  }
  return a + b + c + d;
}
