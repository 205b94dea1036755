import type { Embedder } from "../ports/embedder.ts";

export interface ScriptedEmbedder extends Embedder {
  readonly calls: readonly (readonly string[])[];
  /** Throws when a scripted text was never embedded. */
  assertExhausted(): void;
}

/** An embedder that knows the vectors of the texts it is given, and rejects any other text. */
export function scriptedEmbedder(vectors: Readonly<Record<string, readonly number[]>>): ScriptedEmbedder {
  const dimension = Object.values(vectors)[0]?.length ?? 0;
  const calls: (readonly string[])[] = [];
  return {
    id: "scripted",
    dimension,
    calls,
    async embed(texts) {
      calls.push([...texts]);
      return texts.map((text) => {
        const vector = vectors[text];
        if (vector === undefined) throw new Error(`Unexpected text to embed: ${JSON.stringify(text)}.`);
        return Float32Array.from(vector);
      });
    },
    assertExhausted() {
      const seen = new Set(calls.flat());
      const unused = Object.keys(vectors).filter((text) => !seen.has(text));
      if (unused.length > 0) throw new Error(`Texts never embedded: ${unused.join(", ")}.`);
    },
  };
}
