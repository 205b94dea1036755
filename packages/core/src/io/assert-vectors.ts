import { SkillLoopError } from "../errors.ts";
import type { HeadWrite } from "../ports/store.ts";

/** Throws `EMBEDDING_MISMATCH` for a row whose vectors do not have the length that they name. */
export function assertVectors(writes: readonly HeadWrite[]): void {
  for (const { row } of writes) {
    if (row.vectors === undefined) continue;
    const { bytes, dimension } = row.vectors;
    const isWhole = Number.isInteger(dimension) && dimension > 0 && bytes.length > 0;
    if (isWhole && bytes.length % dimension === 0) continue;
    throw new SkillLoopError({
      code: "EMBEDDING_MISMATCH",
      message: `Vectors of ${bytes.length} components in all cannot have the dimension ${dimension}.`,
      remedy: "Check that the embedder gives vectors of the dimension it names; nothing was written.",
    });
  }
}
