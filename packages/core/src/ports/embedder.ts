export interface EmbedOptions {
  /** What the texts are there for: many models want a question marked off from what is searched. Default: passage. */
  readonly kind?: "query" | "passage";
  /** When aborted, the call rejects with its reason. */
  readonly signal?: AbortSignal;
}

/** Turns texts into unit vectors. `id` and `dimension` are recorded in the store; a mismatch is an error. */
export interface Embedder {
  /** Names the model and its version, for example `bge-small-en-v1.5-int8`. */
  readonly id: string;
  /** Length of every vector. Undefined until the first vectors are there, for a service that was not asked for one. */
  readonly dimension: number | undefined;
  /** Same order as `texts`; each of length `dimension`. Rejects, never returns zeros, when it cannot. */
  embed(texts: readonly string[], options?: EmbedOptions): Promise<readonly Float32Array[]>;
  /** Loads what the first `embed` would load, so that nothing waits for it later. Rejects as that would. */
  warm?(): Promise<void>;
  close?(): Promise<void>;
}
