import type { LazySkillRow, SkillRow } from "../../ports/store.ts";
import type { SkillHead, SkillStatus, SkillVersion } from "../../types/skill.ts";
import { type ScopeColumns, scopeColumns, scopeOf } from "./filter.ts";
import type { DiskRow } from "./table.ts";

export interface SkillDiskRow extends ScopeColumns {
  readonly id: string;
  readonly name: string;
  readonly lesson_key: string;
  readonly version: number;
  readonly status: SkillStatus;
  readonly trial_version: number | null;
  readonly trial_status: SkillStatus | null;
  readonly latest: number;
  readonly reasons_json: string;
  readonly rev: number;
  readonly deleted: boolean;
  readonly created_at: number;
  readonly updated_at: number;
  readonly written_at: number;
  readonly write_id: string;
  readonly served_json: string;
  readonly search_document: string;
}

export interface SkillBookkeeping {
  readonly rev: number;
  readonly writtenAt: number;
  readonly writeId: string;
}

export function skillToDisk({ head, served, searchDocument }: SkillRow, book: SkillBookkeeping): DiskRow {
  const row: SkillDiskRow = {
    id: head.id,
    ...scopeColumns(head.scope),
    name: head.name,
    lesson_key: head.lessonKey,
    version: head.version,
    status: head.status,
    trial_version: head.trial?.version ?? null,
    trial_status: head.trial?.status ?? null,
    latest: head.latest,
    reasons_json: JSON.stringify(head.reasons),
    rev: book.rev,
    deleted: false,
    created_at: head.createdAt,
    updated_at: head.updatedAt,
    written_at: book.writtenAt,
    write_id: book.writeId,
    served_json: JSON.stringify(served),
    search_document: searchDocument,
  };
  return { ...row };
}

function headFromDisk(row: SkillDiskRow): SkillHead {
  const { trial_version: version, trial_status: status } = row;
  return {
    id: row.id,
    scope: scopeOf(row),
    name: row.name,
    lessonKey: row.lesson_key,
    version: row.version,
    status: row.status,
    ...(version === null || status === null ? {} : { trial: { version, status } }),
    latest: row.latest,
    reasons: row.reasons_json === "[]" ? [] : (JSON.parse(row.reasons_json) as string[]),
    rev: row.rev,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export function lazySkillFromDisk(row: SkillDiskRow): LazySkillRow {
  return {
    head: headFromDisk(row),
    searchDocument: row.search_document,
    served: () => JSON.parse(row.served_json) as SkillVersion,
  };
}

export function skillFromDisk(row: SkillDiskRow): SkillRow {
  return {
    head: headFromDisk(row),
    served: JSON.parse(row.served_json) as SkillVersion,
    searchDocument: row.search_document,
  };
}

/** One row an id, the one written last: see `distinctById` for how there can be two. */
export function latestSkills<Row extends { readonly id: string; readonly rev: number }>(
  rows: readonly Row[],
): Row[] {
  const latest = new Map<string, Row>();
  for (const row of rows) {
    const before = latest.get(row.id);
    if (before === undefined || row.rev > before.rev) latest.set(row.id, row);
  }
  return [...latest.values()];
}
