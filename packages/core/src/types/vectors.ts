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
