import { createHash } from "node:crypto";
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

const keyBytes = 16;

/**
 * Vectors on disk by a hash of their text, so that a library of thousands is not embedded anew in every run. One
 * file: records of a key and its floats.
 */
export class VectorCache {
  readonly #path: string;
  readonly #dimension: number;
  readonly #known = new Map<string, Float32Array>();

  constructor(path: string, dimension: number) {
    this.#path = path;
    this.#dimension = dimension;
    this.#read();
  }

  get(text: string): Float32Array | undefined {
    return this.#known.get(keyOf(text).toString("hex"));
  }

  add(entries: readonly { readonly text: string; readonly vector: Float32Array }[]): void {
    const records = entries.map(({ text, vector }) => {
      const key = keyOf(text);
      this.#known.set(key.toString("hex"), vector);
      return Buffer.concat([key, Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength)]);
    });
    mkdirSync(dirname(this.#path), { recursive: true });
    appendFileSync(this.#path, Buffer.concat(records));
  }

  /** Forgets all: the model behind the same name has changed. */
  clear(): void {
    this.#known.clear();
    mkdirSync(dirname(this.#path), { recursive: true });
    writeFileSync(this.#path, "");
  }

  #read(): void {
    let bytes: Buffer;
    try {
      bytes = readFileSync(this.#path);
    } catch {
      return;
    }
    const size = keyBytes + this.#dimension * Float32Array.BYTES_PER_ELEMENT;
    // A run that was killed while it wrote leaves half a record, and nothing behind it could be read.
    if (bytes.length % size !== 0) {
      this.clear();
      return;
    }
    for (let start = 0; start < bytes.length; start += size) {
      const key = bytes.toString("hex", start, start + keyBytes);
      const floats = bytes.buffer.slice(
        bytes.byteOffset + start + keyBytes,
        bytes.byteOffset + start + size,
      ) as ArrayBuffer;
      this.#known.set(key, new Float32Array(floats));
    }
  }
}

function keyOf(text: string): Buffer {
  return createHash("sha256").update(text).digest().subarray(0, keyBytes);
}
