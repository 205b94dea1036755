import type { VectorCache } from "./vector-cache.ts";

/**
 * The vectors of questions, of which only those are embedded that the cache does not have. A text that came
 * twice gets two vectors, so that a host may write into what it gets.
 */
export async function cachedVectors(
  cache: VectorCache,
  texts: readonly string[],
  embed: (unknown: readonly string[]) => Promise<readonly Float32Array[]>,
): Promise<readonly Float32Array[]> {
  const vectors = new Map<string, Float32Array>();
  for (const text of texts) {
    const kept = cache.get(text);
    if (kept !== undefined) vectors.set(text, kept);
  }
  const unknown = [...new Set(texts)].filter((text) => !vectors.has(text));
  if (unknown.length > 0) {
    const found = await embed(unknown);
    unknown.forEach((text, place) => {
      const vector = found[place];
      if (vector === undefined) return;
      vectors.set(text, vector);
      cache.put(text, vector);
    });
  }
  return texts.map((text) => vectors.get(text)?.slice() ?? new Float32Array(0));
}
