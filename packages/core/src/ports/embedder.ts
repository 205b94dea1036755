/** Turns texts into unit vectors. `id` and `dimension` are recorded in the store; a mismatch is an error. */
export interface Embedder {
  /** Names the model and its version, for example `bge-small-en-v1.5-int8`. */
  readonly id: string;
  readonly dimension: number;
  /** Same order as `texts`; each of length `dimension`. Rejects, never returns zeros, when it cannot. */
  embed(
    texts: readonly string[],
    options?: { readonly signal?: AbortSignal },
  ): Promise<readonly Float32Array[]>;
  close?(): Promise<void>;
}
