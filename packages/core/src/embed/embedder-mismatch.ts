import { SkillLoopError } from "../errors.ts";
import type { EmbedderRecord } from "../types/vectors.ts";

/** What of an embedder is compared. */
export interface EmbedderIdentity {
  readonly id: string;
  readonly dimension: number | undefined;
}

/** The error of an embedder that is not the recorded one. A dimension that is not known yet is no reason. */
export function mismatchOf(
  record: EmbedderRecord | undefined,
  { id, dimension }: EmbedderIdentity,
): SkillLoopError | undefined {
  if (record === undefined) return undefined;
  const isSame = record.embedder === id && (dimension === undefined || record.dimension === dimension);
  if (isSame) return undefined;
  const own = dimension === undefined ? id : `${id} (${dimension} components)`;
  const theirs = `${record.embedder} (${record.dimension} components)`;
  const state = record.moving ? "are being made anew with" : "were made with";
  return new SkillLoopError({
    code: "EMBEDDING_MISMATCH",
    message: `The vectors of this project's skills ${state} ${theirs}, and the loop's embedder is ${own}: they are not compared.`,
    remedy:
      'Run "skillloop reembed" or loop.skills.reembed() to make them with this embedder, or open the loop with the other one.',
  });
}
