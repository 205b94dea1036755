import { SkillLoopError } from "../errors.ts";
import type { SkillVectors } from "../types/vectors.ts";
import { textForm } from "./embedding-texts.ts";

export interface UsableOptions {
  readonly embedder: { readonly id: string };
  /** The dimension that is due, where it is known. */
  readonly record: { readonly dimension: number | undefined };
  /** Told of the first row whose bytes do not have the length that it names. */
  readonly onUnusable: (error: SkillLoopError) => void;
}

/** The vectors of a row that can be compared with one another: of one embedder, one dimension and one form. */
export function usableVectors({ embedder, record, onUnusable }: UsableOptions) {
  let told = false;
  return ({
    vectors,
  }: {
    readonly vectors?: SkillVectors | undefined;
  }): Pick<SkillVectors, "dimension" | "bytes"> | undefined => {
    if (vectors?.embedder !== embedder.id || !vectors.textKey.startsWith(textForm)) return undefined;
    const { dimension, bytes } = vectors;
    if (record.dimension !== undefined && record.dimension !== dimension) return undefined;
    if (dimension > 0 && bytes.length > 0 && bytes.length % dimension === 0) return { dimension, bytes };
    if (!told) onUnusable(damaged(dimension, bytes.length));
    told = true;
    return undefined;
  };
}

function damaged(dimension: number, length: number): SkillLoopError {
  return new SkillLoopError({
    code: "EMBEDDING_MISMATCH",
    message: `Stored vectors name the dimension ${dimension} and have ${length} components in all.`,
    remedy: "Those skills are found by their words until they are written again.",
  });
}
