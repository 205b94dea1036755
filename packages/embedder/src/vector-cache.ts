/** The vectors of the texts used last, at most `capacity` of them. What goes in and comes out is a copy. */
export class VectorCache {
  readonly #capacity: number;
  // A Map keeps the order of insertion: the first key is the one that was not used for longest.
  readonly #vectors = new Map<string, Float32Array>();

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get(text: string): Float32Array | undefined {
    const vector = this.#vectors.get(text);
    if (vector === undefined) return undefined;
    this.#vectors.delete(text);
    this.#vectors.set(text, vector);
    return vector.slice();
  }

  put(text: string, vector: Float32Array): void {
    this.#vectors.delete(text);
    this.#vectors.set(text, vector.slice());
    for (const oldest of this.#vectors.keys()) {
      if (this.#vectors.size <= this.#capacity) break;
      this.#vectors.delete(oldest);
    }
  }

  clear(): void {
    this.#vectors.clear();
  }
}
