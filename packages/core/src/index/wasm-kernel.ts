import { kernelCode } from "./kernel-code.ts";
import { furthestOf } from "./vector-code.ts";
import type { VectorKernel } from "./vector-kernel.ts";

/** The types of Node leave it out. */
declare const WebAssembly: {
  readonly Module: new (code: Uint8Array) => object;
  readonly Memory: new (size: { readonly initial: number }) => WasmMemory;
  readonly Instance: new (module: object, imports: { readonly env: object }) => { readonly exports: unknown };
};

interface WasmMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

/** What `packages/core/kernel/vectors.ts` exports. All but the counts are addresses. */
interface KernelExports {
  signDistances(
    codes: number,
    lengths: number,
    signs: number,
    distances: number,
    slots: number,
    perSlot: number,
    blocks: number,
    furthest: number,
  ): void;
  products(bytes: number, query: number, products: number, vectors: number, dimension: number): void;
}

/** Bytes that are copied and then compared: what a core's own cache holds. */
const copied = 262_144;
const page = 65_536;
const bytesPerWord = 4;
const wordsPerBlock = 4;

/**
 * The kernel in WebAssembly, several times as fast as plain JavaScript; undefined where a process runs none with
 * 128-bit vectors. What it compares is copied into its memory first: vectors stay ordinary arrays, which the garbage
 * collector frees with their library.
 */
export function wasmKernel(): VectorKernel | undefined {
  const module = compiled();
  if (module === undefined) return undefined;
  const memory = new Memory();
  const kernel = memory.instance(module);
  return {
    signDistances({ codes, lengths, perSlot, signs, distances }) {
      const words = signs.length;
      const most = Math.max(1, Math.floor(copied / (perSlot * words * bytesPerWord)));
      for (let first = 0; first < distances.length; first += most) {
        const slots = Math.min(most, distances.length - first);
        const [from, vectors] = [first * perSlot, slots * perSlot];
        const at = memory.places(
          words * bytesPerWord,
          slots * 2,
          vectors * bytesPerWord,
          vectors * words * bytesPerWord,
        );
        const [signsAt, distancesAt, lengthsAt, codesAt] = at;
        memory.integers.set(signs, signsAt / bytesPerWord);
        memory.floats.set(lengths.subarray(from, from + vectors), lengthsAt / bytesPerWord);
        memory.integers.set(codes.subarray(from * words, (from + vectors) * words), codesAt / bytesPerWord);
        const [blocks, furthest] = [words / wordsPerBlock, furthestOf(words)];
        kernel.signDistances(codesAt, lengthsAt, signsAt, distancesAt, slots, perSlot, blocks, furthest);
        distances.set(memory.shorts.subarray(distancesAt / 2, distancesAt / 2 + slots), first);
      }
    },
    products({ query, fill, products }) {
      const [vectors, dimension] = [products.length, query.length];
      const at = memory.places(dimension * bytesPerWord, vectors * bytesPerWord, vectors * dimension, 0);
      const [queryAt, productsAt, bytesAt] = at;
      memory.floats.set(query, queryAt / bytesPerWord);
      fill(memory.bytes.subarray(bytesAt, bytesAt + vectors * dimension));
      kernel.products(bytesAt, queryAt, productsAt, vectors, dimension);
      products.set(memory.floats.subarray(productsAt / bytesPerWord, productsAt / bytesPerWord + vectors));
    },
  };
}

/** A process may have no WebAssembly, one without vectors, or forbid to compile it. */
function compiled(): object | undefined {
  try {
    return new WebAssembly.Module(Uint8Array.from(atob(kernelCode), (character) => character.charCodeAt(0)));
  } catch {
    return undefined;
  }
}

type Places = readonly [number, number, number, number];

/** A memory for one call after the other: each lays out anew what it needs. */
class Memory {
  readonly #memory = new WebAssembly.Memory({ initial: 1 });
  bytes = new Int8Array(this.#memory.buffer);
  shorts = new Uint16Array(this.#memory.buffer);
  integers = new Int32Array(this.#memory.buffer);
  floats = new Float32Array(this.#memory.buffer);

  instance(module: object): KernelExports {
    const { exports } = new WebAssembly.Instance(module, { env: { memory: this.#memory } });
    return exports as KernelExports;
  }

  /** The addresses of four pieces of so many bytes. */
  places(...sizes: Places): Places {
    let end = 0;
    const places = sizes.map((size) => {
      const start = end;
      end += Math.ceil(size / 16) * 16;
      return start;
    });
    const missing = end - this.bytes.length;
    if (missing > 0) this.#grow(Math.ceil(missing / page));
    return places as unknown as Places;
  }

  #grow(pages: number): void {
    this.#memory.grow(pages);
    const { buffer } = this.#memory;
    this.bytes = new Int8Array(buffer);
    this.shorts = new Uint16Array(buffer);
    this.integers = new Int32Array(buffer);
    this.floats = new Float32Array(buffer);
  }
}
