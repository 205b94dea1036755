import type { Embedder } from "@skillloop/core";
import { VectorCache } from "./vector-cache.ts";

/** Embedded anew by every run: when it moves, the model behind the name is another one. */
const canary = "The quick check that a model is still the one whose vectors were kept.";
const sameModel = 0.9999;

export interface CachedEmbedder extends Embedder {
  /** From now on every text goes to the model, so that times are those of a host. */
  stopReading(): void;
}

/** An embedder that keeps its vectors in a file, for what is embedded while nothing is timed. */
export async function cachedEmbedder(embedder: Embedder, path: string): Promise<CachedEmbedder> {
  const [moved] = await embedder.embed([canary], { kind: "passage" });
  if (moved === undefined) throw new Error("The embedder gave no vector.");
  const cache = new VectorCache(path, moved.length);
  const known = cache.get(canary);
  if (known === undefined || cosine(known, moved) < sameModel) {
    cache.clear();
    cache.add([{ text: canary, vector: moved }]);
  }
  let reads = true;
  return {
    id: embedder.id,
    dimension: embedder.dimension,
    stopReading() {
      reads = false;
    },
    async embed(texts, options) {
      if (!reads) return embedder.embed(texts, options);
      const marked = texts.map((text) => `${options?.kind ?? "passage"}\n${text}`);
      const missing = [...marked.keys()].filter((index) => cache.get(marked[index] as string) === undefined);
      if (missing.length > 0) {
        const fresh = await embedder.embed(
          missing.map((index) => texts[index] as string),
          options,
        );
        cache.add(
          missing.map((index, at) => ({ text: marked[index] as string, vector: fresh[at] as Float32Array })),
        );
      }
      return marked.map((text) => cache.get(text) as Float32Array);
    },
    ...(embedder.warm !== undefined && { warm: () => embedder.warm?.() ?? Promise.resolve() }),
    ...(embedder.close !== undefined && { close: () => embedder.close?.() ?? Promise.resolve() }),
  };
}

function cosine(one: Float32Array, other: Float32Array): number {
  return one.reduce((sum, value, index) => sum + value * (other[index] as number), 0);
}
