import type { HeadWrite, Store } from "../../ports/store.ts";
import type { SkillVectors } from "../../types/vectors.ts";
import type { StoreContext } from "./context.ts";
import { and, inScope, isFalse, isIn, isNot, notStartsWith, or } from "./filter.ts";
import { latestSkills, type SkillDiskRow, type VectorColumns, vectorsFromDisk } from "./skill-rows.ts";
import type { LanceTable } from "./table.ts";

const factColumns = ["id", "rev", "vectors_embedder", "vectors_text_key", "vectors_dimension"];

type FactRow = Pick<SkillDiskRow, "id" | "rev" | Exclude<keyof VectorColumns, "vectors">>;

/** What the rows say of their vectors, without reading a vector. */
export function lanceVectorStates({
  tables: { skills },
}: Pick<StoreContext, "tables">): Pick<Store, "listVectorStates"> {
  return {
    async listVectorStates(filter, { ids, lacking }) {
      const parts = [inScope(filter), isFalse("deleted")];
      if (ids !== undefined) parts.push(isIn("id", ids));
      if (lacking !== undefined) {
        const { embedder, dimension, textForm } = lacking;
        const others = [isNot("vectors_embedder", embedder), notStartsWith("vectors_text_key", textForm)];
        if (dimension !== undefined) others.push(isNot("vectors_dimension", dimension));
        parts.push(or(...others));
      }
      const rows = await skills.read<FactRow>({ where: and(...parts), columns: factColumns });
      return latestSkills(rows).map((row) => {
        const { vectors_embedder: embedder, vectors_text_key: textKey, vectors_dimension: dimension } = row;
        if (embedder === null || textKey === null || dimension === null) return { id: row.id };
        return { id: row.id, facts: { embedder, textKey, dimension } };
      });
    },
  };
}

/**
 * The vectors that each write leaves in its row: its own, or those of the row as it stands where they are of the
 * same texts. Read before the compare-and-set, which fails when the row has changed since.
 */
export async function keptVectors(
  skills: LanceTable,
  writes: readonly HeadWrite[],
  present: ReadonlyMap<string, Pick<SkillDiskRow, "vectors_text_key">>,
): Promise<ReadonlyMap<HeadWrite, SkillVectors | undefined>> {
  const isKept = ({ row, textKey, expectedRev }: HeadWrite): boolean =>
    row.vectors === undefined &&
    expectedRev !== null &&
    textKey !== undefined &&
    present.get(row.head.id)?.vectors_text_key === textKey;
  const ids = writes.filter(isKept).map(({ row }) => row.head.id);
  const stored = new Map<string, SkillDiskRow>();
  if (ids.length > 0) {
    const where = and(isIn("id", ids), isFalse("deleted"));
    const columns = [...factColumns, "vectors"];
    for (const row of latestSkills(await skills.read<SkillDiskRow>({ where, columns })))
      stored.set(row.id, row);
  }
  return new Map(
    writes.map((write) => {
      const there = isKept(write) ? stored.get(write.row.head.id) : undefined;
      return [write, there === undefined ? write.row.vectors : vectorsFromDisk(there)];
    }),
  );
}
