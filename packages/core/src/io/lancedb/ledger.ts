import type { Store } from "../../ports/store.ts";
import type { Evidence, LoopEvent } from "../../types/evidence.ts";
import type { SkillVersion } from "../../types/skill.ts";
import { assertScopes } from "../scope-filter.ts";
import { atPoint } from "./commit-points.ts";
import type { StoreContext } from "./context.ts";
import { and, equal, inScope, isIn, scopeColumns } from "./filter.ts";
import { chunksOf, type DiskRow, distinctById, type LanceTable } from "./table.ts";

type Methods = Pick<
  Store,
  "addVersions" | "listVersions" | "addEvidence" | "listEvidence" | "addEvents" | "listEvents"
>;

const rowsPerCommit = 500;

/** The tables whose rows are written once and never changed. */
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

function versionToDisk(version: SkillVersion) {
  return {
    id: `${version.skillId}@${version.version}`,
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
