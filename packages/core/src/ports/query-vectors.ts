/** The embedder as recall sees it. */
export interface QueryVectors {
  /**
   * A question as a unit vector of the space that the skills' vectors are in. Rejects with `EMBEDDING_MISMATCH`
   * while theirs are of another embedder, and with `EMBEDDER_UNAVAILABLE` when it fails; during an outage at once.
   */
  queryVector(text: string, signal?: AbortSignal): Promise<Float32Array>;
}
