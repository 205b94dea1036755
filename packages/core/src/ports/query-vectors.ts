/** The embedder as recall sees it. */
export interface QueryVectors {
  /** Id of the embedder whose vectors they are. */
  readonly embedder?: string;
  /**
   * Questions as unit vectors of the space that the skills' vectors are in, in their order. Rejects with `EMBEDDING_MISMATCH`
   * while theirs are of another embedder, and with `EMBEDDER_UNAVAILABLE` when it fails; during an outage at once.
   */
  queryVectors(texts: readonly string[], signal?: AbortSignal): Promise<readonly Float32Array[]>;
}
