import type { HeadWrite, Store } from "../../ports/store.ts";
import { assertVectors } from "../assert-vectors.ts";
import { assertScopes } from "../scope-filter.ts";
import { atPoint } from "./commit-points.ts";
import type { StoreContext } from "./context.ts";
import { and, type Condition, equal, inScope, isFalse, isIn, literal, more, or } from "./filter.ts";
import { latestSkills, type SkillDiskRow, skillFromDisk, skillToDisk } from "./skill-rows.ts";
import { keptVectors } from "./vector-rows.ts";

type Methods = Pick<Store, "writeHeads" | "findHeads" | "listHeads" | "removeSkills">;

type Present = Pick<SkillDiskRow, "id" | "rev" | "deleted" | "written_at" | "vectors_text_key">;

export function lanceHeads({ tables, clock, ids, faults }: StoreContext): Methods {
  const { skills } = tables;

  const readLive = async (where: Condition) => {
    const rows = await skills.read<SkillDiskRow>({ where: and(where, isFalse("deleted")) });
    return latestSkills(rows).map(skillFromDisk);
  };

  let latestStamp = 0;

  /**
   * The rows of `where`, and the time to stamp a write with: never before that of a row already there, even
   * on a machine whose clock is behind, because deltas ask for what is later than the last row they saw.
   */
  const look = async (where: Condition) => {
    const columns = ["id", "rev", "deleted", "written_at", "vectors_text_key"];
    const rows = await skills.read<Present>({ where: or(where, more("written_at", latestStamp)), columns });
    for (const row of rows) latestStamp = Math.max(latestStamp, row.written_at);
    return { present: latestSkills(rows), writtenAt: Math.max(clock.now(), latestStamp) };
  };

  const write = async (writes: readonly HeadWrite[]): Promise<ReadonlySet<string>> => {
    const lost = new Set<string>();
    const wanted = writes.map(({ row }) => row.head.id);
    const looked = await look(isIn("id", wanted));
    const present = new Map(looked.present.map((row) => [row.id, row]));
    const kept = await keptVectors(skills, writes, present);
    const book = { writtenAt: looked.writtenAt, writeId: ids.next() };
    const batch = new Map<string, ReturnType<typeof skillToDisk>>();
    for (const headWrite of writes) {
      const { id } = headWrite.row.head;
      const rev = nextRev(headWrite, present.get(id));
      if (rev === undefined || batch.has(id)) lost.add(id);
      else batch.set(id, skillToDisk({ ...headWrite.row, vectors: kept.get(headWrite) }, { ...book, rev }));
    }
    if (batch.size === 0) return lost;
    const result = await skills.commit("write skills", (handle) =>
      handle
        .mergeInsert("id")
        .whenMatchedUpdateAll({ where: "target.rev = source.rev - 1" })
        .whenNotMatchedInsertAll()
        .useIndex(false)
        .execute([...batch.values()]),
    );
    if (result.numInsertedRows + result.numUpdatedRows === batch.size) return lost;
    const won = await winners([...batch.keys()], book.writeId);
    for (const id of batch.keys()) if (!won.has(id)) lost.add(id);
    return lost;
  };

  const winners = async (wanted: readonly string[], writeId: string): Promise<ReadonlySet<string>> => {
    const where = and(isIn("id", wanted), equal("write_id", writeId));
    return new Set((await skills.read<{ id: string }>({ where, columns: ["id"] })).map(({ id }) => id));
  };

  /**
   * A removed skill leaves its row behind, without its content: readers in other processes learn from it
   * that the skill is gone, and a later creation goes on with its `rev`, so that no write decided on the
   * removed skill can ever match the new one.
   */
  const leaveTombstones = async (where: Condition, writtenAt: number): Promise<void> => {
    const writeId = ids.next();
    await skills.commit("remove skills", (handle) =>
      handle.update({
        where: and(where, isFalse("deleted")),
        valuesSql: {
          deleted: "true",
          rev: "rev + 1",
          written_at: literal(writtenAt),
          write_id: literal(writeId),
          served_json: literal("{}"),
          search_document: literal(""),
          lesson_key: literal(""),
          reasons_json: literal("[]"),
          vectors: "NULL",
          vectors_embedder: "NULL",
          vectors_text_key: "NULL",
          vectors_dimension: "NULL",
        },
      }),
    );
  };

  return {
    async writeHeads(writes) {
      assertScopes(writes.map(({ row }) => row.head));
      assertVectors(writes);
      if (writes.length === 0) return new Set();
      return skills.exclusive(() => atPoint(faults, "heads-written", () => write(writes)));
    },
    async findHeads(filter, { ids: wanted, names, lessonKeys }) {
      return readLive(
        and(
          inScope(filter),
          wanted === undefined ? undefined : isIn("id", wanted),
          names === undefined ? undefined : isIn("name", names),
          lessonKeys === undefined ? undefined : isIn("lesson_key", lessonKeys),
        ),
      );
    },
    async listHeads(filter) {
      return readLive(inScope(filter));
    },
    async removeSkills(filter, wanted) {
      const scope = inScope(filter);
      if (wanted.length === 0) return 0;
      return skills.exclusive(async () => {
        const reached = and(scope, isIn("id", wanted));
        const columns = ["id", "rev", "deleted"];
        const rows = latestSkills(await skills.read<Present>({ where: reached, columns }));
        const living = rows.filter(({ deleted }) => !deleted).map(({ id }) => id);
        if (living.length > 0) {
          const { writtenAt } = await look(isIn("id", living));
          await leaveTombstones(and(scope, isIn("id", living)), writtenAt);
        }
        // Also for skills that were gone already: a removal that was cut short is finished this way.
        const gone = isIn(
          "skill_id",
          rows.map(({ id }) => id),
        );
        if (rows.length === 0) return 0;
        for (const table of [tables.skill_versions, tables.evidence, tables.skill_stats]) {
          await table.commit(`remove from ${table.name}`, (handle) => handle.delete(gone));
        }
        return living.length;
      });
    },
  };
}

/** The rev to write, or `undefined` when the write has lost already. */
function nextRev({ expectedRev }: HeadWrite, present: Present | undefined): number | undefined {
  if (expectedRev === null) {
    if (present === undefined) return 1;
    return present.deleted ? present.rev + 1 : undefined;
  }
  return present !== undefined && !present.deleted && present.rev === expectedRev
    ? expectedRev + 1
    : undefined;
}
