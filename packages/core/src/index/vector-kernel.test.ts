import { afterEach, describe, expect, it, vi } from "vitest";
import { plainKernel } from "./plain-kernel.ts";
import { wordsPerCode, writeSigns } from "./vector-code.ts";
import type { VectorKernel } from "./vector-kernel.ts";
import { wasmKernel } from "./wasm-kernel.ts";

/** Numbers between -1 and 1 that are the same in every run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

function differing(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let count = 0;
  for (let at = 0; at < a.length; at += 1) if ((a[at] as number) > 0 !== (b[at] as number) > 0) count += 1;
  return count;
}

function codesOf(vectors: readonly Float32Array[], dimension: number): Int32Array {
  const words = wordsPerCode(dimension);
  const codes = new Int32Array(vectors.length * words);
  for (const [at, vector] of vectors.entries()) writeSigns(vector, codes, at * words);
  return codes;
}

const dimensions = [1, 31, 96, 300, 384, 768, 1_024, 1_536, 3_072];

describe.each<[string, () => VectorKernel | undefined]>([
  ["plainKernel", plainKernel],
  ["wasmKernel", wasmKernel],
])("%s", (_, make) => {
  const kernel = make() as VectorKernel;

  it.each(dimensions)("counts the signs of %i components as one after the other would", (dimension) => {
    const next = numbers(dimension);
    const vectorOf = (): Float32Array => Float32Array.from({ length: dimension }, next);
    const query = vectorOf();
    // The furthest and the nearest that there are, and more than the 262,144 bytes that are copied at once.
    const length = 2 * Math.ceil(150_000 / (wordsPerCode(dimension) * 4));
    const vectors = [query.map((value) => -value), query, ...Array.from({ length }, vectorOf)];
    const [codes, signs] = [codesOf(vectors, dimension), codesOf([query], dimension)];
    const lengths = new Float32Array(vectors.length).fill(1);
    const each = vectors.map((vector) => differing(vector, query));
    const alone = new Uint16Array(vectors.length);
    kernel.signDistances({ codes, lengths, perSlot: 1, signs, distances: alone });
    expect([...alone]).toEqual(each);
    const pairs = new Uint16Array(vectors.length / 2);
    kernel.signDistances({ codes, lengths, perSlot: 2, signs, distances: pairs });
    expect([...pairs]).toEqual([...pairs].map((_, slot) => Math.min(...each.slice(slot * 2, slot * 2 + 2))));
  });

  it("puts a slot without a vector behind all others", () => {
    const words = wordsPerCode(32);
    const codes = new Int32Array(4 * words).fill(-1);
    const lengths = Float32Array.from([0, 1, 0, 0]);
    const distances = new Uint16Array(2);
    kernel.signDistances({ codes, lengths, perSlot: 2, signs: new Int32Array(words), distances });
    expect([...distances]).toEqual([words * 32, words * 32 + 1]);
  });

  it.each(dimensions)("multiplies bytes of %i components with a query", (dimension) => {
    const next = numbers(dimension);
    const query = Float32Array.from({ length: dimension }, next);
    for (const count of [0, 1, 700, 3]) {
      const bytes = Int8Array.from({ length: count * dimension }, () => Math.round(next() * 127));
      const products = new Float32Array(count);
      kernel.products({ query, fill: (room) => room.set(bytes), products });
      for (const [vector, product] of products.entries()) {
        const own = bytes.subarray(vector * dimension, (vector + 1) * dimension);
        const sum = query.reduce((total, value, at) => total + value * (own[at] as number), 0);
        expect(Math.abs(product - sum)).toBeLessThan(1e-6 * 127 * dimension);
      }
    }
  });
});

describe("wasmKernel", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("is undefined where a process has no WebAssembly or forbids to compile it", () => {
    vi.stubGlobal("WebAssembly", undefined);
    expect(wasmKernel()).toBeUndefined();
    const Module = function forbidden(): never {
      throw new Error("Wasm code generation disallowed by embedder");
    };
    vi.stubGlobal("WebAssembly", { Module });
    expect(wasmKernel()).toBeUndefined();
  });
});
