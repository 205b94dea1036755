import type { Store } from "../../ports/store.ts";
import { traceOfEvent } from "../../text/event-id.ts";
import type { Evidence, LoopEvent } from "../../types/evidence.ts";
import type { SkillVersion } from "../../types/skill.ts";
import { assertScopes } from "../scope-filter.ts";
import { atPoint } from "./commit-points.ts";
import type { StoreContext } from "./context.ts";
import { and, equal, inScope, isIn, scopeColumns } from "./filter.ts";
import { chunksOf, type DiskRow, distinctById, type LanceTable } from "./table.ts";

type Methods = Pick<
  Store,
  | "addVersions"
  | "listVersions"
  | "replaceReruns"
  | "addEvidence"
  | "listEvidence"
  | "deleteEvidence"
  | "addEvents"
  | "listEvents"
  | "deleteEvents"
>;

const rowsPerCommit = 500;
/** Ids in one statement. */
const idsPerCommit = 200;

/** The tables whose rows are written once; only a purge changes or deletes any. */
export function lanceLedger({ tables, faults }: StoreContext): Methods {
  const { skill_versions: versions, evidence, events } = tables;
  return {
    async addVersions(rows) {
      assertScopes(rows);
      if (rows.length === 0) return;
      await atPoint(faults, "versions-written", () => insertAbsent(versions, rows.map(versionToDisk)));
    },
    async listVersions(filter, skillIds) {
      const where = and(inScope(filter), isIn("skill_id", skillIds));
      const rows = await versions.read<{ id: string; version_json: string }>({
        where,
        columns: ["id", "version_json"],
      });
      return distinctById(rows)
        .map((row) => JSON.parse(row.version_json) as SkillVersion)
        .sort((a, b) => a.version - b.version);
    },
    async replaceReruns(filter, changes) {
      const scope = inScope(filter);
      let changed = 0;
      for (const chunk of chunksOf(changes, idsPerCommit)) {
        const reruns = new Map(chunk.map((change) => [versionId(change), change.rerun]));
        const where = and(scope, isIn("id", [...reruns.keys()]));
        changed += await versions.exclusive(async () => {
          const columns = ["id", "version_json"];
          const rows = distinctById(
            await versions.read<{ id: string; version_json: string }>({ where, columns }),
          );
          if (rows.length === 0) return 0;
          const next = rows.map((row) => {
            const { rerun: _before, ...rest } = JSON.parse(row.version_json) as SkillVersion;
            const rerun = reruns.get(row.id);
            return versionToDisk(rerun === undefined ? rest : { ...rest, rerun });
          });
          await versions.commit("replace re-runs", (handle) =>
            handle.mergeInsert("id").whenMatchedUpdateAll().useIndex(false).execute(next),
          );
          return rows.length;
        });
      }
      return changed;
    },
    async addEvidence(rows) {
      assertScopes(rows);
      if (rows.length === 0) return;
      await atPoint(faults, "evidence-written", () => insertAbsent(evidence, rows.map(evidenceToDisk)));
    },
    async listEvidence(filter, { skillIds, traceIds }) {
      const where = and(
        inScope(filter),
        skillIds === undefined ? undefined : isIn("skill_id", skillIds),
        traceIds === undefined ? undefined : isIn("trace_id", traceIds),
      );
      const rows = await evidence.read<{ id: string; evidence_json: string }>({
        where,
        columns: ["id", "evidence_json"],
      });
      return distinctById(rows)
        .map((row) => JSON.parse(row.evidence_json) as Evidence)
        .sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
    },
    async deleteEvidence(filter, ids) {
      const scope = inScope(filter);
      let gone = 0;
      for (const chunk of chunksOf(ids, idsPerCommit)) {
        const where = and(scope, isIn("id", chunk));
        gone += await evidence.exclusive(async () => {
          const there = await evidence.read<{ id: string }>({ where, columns: ["id"] });
          if (there.length > 0) await evidence.commit("delete evidence", (handle) => handle.delete(where));
          return new Set(there.map(({ id }) => id)).size;
        });
      }
      return gone;
    },
    async addEvents(rows) {
      assertScopes(rows);
      await insertAbsent(events, rows.map(eventToDisk));
    },
    async listEvents(filter, { subject, limit }) {
      const where = and(inScope(filter), subject === undefined ? undefined : equal("subject", subject));
      const rows = await events.read<{ id: string; event_json: string }>({
        where,
        columns: ["id", "event_json", "at"],
        orderBy: { column: "at", ascending: false },
        limit: limit * 2,
      });
      return distinctById(rows)
        .map((row) => JSON.parse(row.event_json) as LoopEvent)
        .sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1))
        .slice(0, limit);
    },
    async deleteEvents(filter, { traceIds, subjects }) {
      const named = subjects === undefined ? undefined : isIn("subject", subjects);
      const scope = and(inScope(filter), named);
      const wanted = traceIds === undefined ? undefined : new Set(traceIds);
      await events.exclusive(async () => {
        const rows = await events.read<{ id: string }>({ where: scope, columns: ["id"] });
        const ids = rows.map(({ id }) => id);
        const gone = wanted === undefined ? ids : ids.filter((id) => wanted.has(traceOfEvent(id) ?? ""));
        for (const chunk of chunksOf([...new Set(gone)], idsPerCommit)) {
          const where = and(scope, isIn("id", chunk));
          await events.commit("delete events", (handle) => handle.delete(where));
        }
      });
    },
  };
}

/** Inserts the rows whose id is not there yet, many in a commit. */
export async function insertAbsent(
  table: LanceTable,
  rows: readonly (DiskRow & { readonly id: string })[],
): Promise<void> {
  for (const chunk of chunksOf(distinctById(rows), rowsPerCommit)) {
    await table.exclusive(() =>
      table.commit(`add to ${table.name}`, (handle) =>
        handle.mergeInsert("id").whenNotMatchedInsertAll().useIndex(false).execute(chunk),
      ),
    );
  }
}

function versionId({ skillId, version }: Pick<SkillVersion, "skillId" | "version">): string {
  return `${skillId}@${version}`;
}

function versionToDisk(version: SkillVersion) {
  return {
    id: versionId(version),
    ...scopeColumns(version.scope),
    skill_id: version.skillId,
    version: version.version,
    version_json: JSON.stringify(version),
    created_at: version.createdAt,
  };
}

function evidenceToDisk(evidence: Evidence) {
  return {
    id: evidence.id,
    ...scopeColumns(evidence.scope),
    skill_id: evidence.skillId,
    version: evidence.version,
    trace_id: evidence.traceId,
    kind: evidence.kind,
    evidence_json: JSON.stringify(evidence),
    at: evidence.at,
  };
}

function eventToDisk(event: LoopEvent) {
  return {
    id: event.id,
    ...scopeColumns(event.scope),
    type: event.type,
    subject: event.subject,
    event_json: JSON.stringify(event),
    at: event.at,
  };
}
