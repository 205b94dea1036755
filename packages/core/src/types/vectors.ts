/** What an embedder made of the texts of a skill's keys, small enough to travel with its row. */
export interface SkillVectors {
  /** `id` of the embedder. */
  readonly embedder: string;
  /** Hash of the texts, so that a change that leaves them alone need not be embedded again. */
  readonly textKey: string;
  readonly dimension: number;
  /** The vectors one behind the other, a signed byte for each of `dimension` components. */
  readonly bytes: Int8Array;
}

/** Whose vectors these are, without the vectors. */
export type VectorFacts = Omit<SkillVectors, "bytes">;

/** What stands in a skill's row about its vectors; no `facts` where it has none. */
export interface VectorState {
  readonly id: string;
  readonly facts?: VectorFacts;
}

/** Which vectors count as there: those of this embedder, made of texts whose key begins with `textForm`. */
export interface WantedVectors {
  readonly embedder: string;
  /** Left out while the embedder itself does not know it yet. */
  readonly dimension?: number | undefined;
  readonly textForm: string;
}

/** The one embedder whose vectors a project's skills have, or are being given. */
export interface EmbedderRecord {
  readonly embedder: string;
  readonly dimension: number;
  /** True from the beginning of a move to this embedder until no row has other vectors. */
  readonly moving: boolean;
}

export interface ReembedOptions {
  /** Skills that have vectors of the embedder, of all there are. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
  /** Ends it after the batch in hand; the next call goes on from there. */
  readonly signal?: AbortSignal | undefined;
}

export interface ReembedReport {
  /** Skills that were given vectors by this call. */
  readonly embedded: number;
  /** Skills that had them, or were given them by another process meanwhile. */
  readonly skipped: number;
  /** Skills that the embedder rejects; they are found by their words. */
  readonly failed: number;
}
