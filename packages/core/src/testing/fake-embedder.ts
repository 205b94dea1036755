import type { Embedder, EmbedOptions } from "../ports/embedder.ts";
import { sha256Hex } from "../text/hash.ts";

export interface FakeEmbedder extends Embedder {
  /** The texts of each call. */
  readonly calls: { readonly texts: readonly string[]; readonly kind: EmbedOptions["kind"] }[];
  /** Replaces what it does with the texts from now on; without one it answers again. */
  behave(
    change?: (texts: readonly string[], options?: EmbedOptions) => Promise<readonly Float32Array[]>,
  ): void;
}

/** Equal texts have equal vectors, other texts have others. */
export function vectorOf(text: string, dimension: number): Float32Array {
  const digits = sha256Hex(text);
  return Float32Array.from(
    { length: dimension },
    (_, at) => Number.parseInt(digits.slice((at * 2) % 62, ((at * 2) % 62) + 2), 16) - 127.5,
  );
}

export function fakeEmbedder({
  id = "mini",
  dimension = 8,
  named = true,
}: {
  readonly id?: string;
  readonly dimension?: number;
  /** False: it does not know its dimension before the first vectors. */
  readonly named?: boolean;
} = {}): FakeEmbedder {
  const calls: FakeEmbedder["calls"] = [];
  const answer = async (texts: readonly string[]): Promise<readonly Float32Array[]> =>
    texts.map((text) => vectorOf(text, dimension));
  let act: Embedder["embed"] = answer;
  return {
    id,
    dimension: named ? dimension : undefined,
    calls,
    behave: (change) => {
      act = change ?? answer;
    },
    embed: async (texts, options) => {
      calls.push({ texts: [...texts], kind: options?.kind });
      return act(texts, options);
    },
  };
}
