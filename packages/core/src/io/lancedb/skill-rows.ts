import type { Table as ArrowTable, Vector } from "apache-arrow";
import type { LazySkillRow, SkillRow } from "../../ports/store.ts";
import type { SkillHead, SkillStatus, SkillVersion } from "../../types/skill.ts";
import type { SkillVectors } from "../../types/vectors.ts";
import { type ScopeColumns, scopeColumns, scopeOf } from "./filter.ts";
import type { DiskRow } from "./table.ts";

export interface VectorColumns {
  readonly vectors: Uint8Array | null;
  readonly vectors_embedder: string | null;
  readonly vectors_text_key: string | null;
  readonly vectors_dimension: number | null;
}

export interface SkillDiskRow extends ScopeColumns, VectorColumns {
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

export function skillToDisk(
  { head, served, searchDocument, vectors }: SkillRow,
  book: SkillBookkeeping,
): DiskRow {
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
    ...vectorsToDisk(vectors),
  };
  return { ...row };
}

function vectorsToDisk(vectors: SkillVectors | undefined): VectorColumns {
  const { bytes } = vectors ?? {};
  return {
    vectors: bytes === undefined ? null : new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    vectors_embedder: vectors?.embedder ?? null,
    vectors_text_key: vectors?.textKey ?? null,
    vectors_dimension: vectors?.dimension ?? null,
  };
}

/** The bytes are copied: a view would hold all that was read with them. */
export function vectorsFromDisk(row: VectorColumns): SkillVectors | undefined {
  const {
    vectors,
    vectors_embedder: embedder,
    vectors_text_key: textKey,
    vectors_dimension: dimension,
  } = row;
  if (vectors === null || embedder === null || textKey === null || dimension === null) return undefined;
  return { embedder, textKey, dimension: Number(dimension), bytes: new Int8Array(vectors) };
}

function headFromDisk(row: SkillDiskRow): SkillHead {
  return headFromColumns((name) => row[name] as never);
}

function headFromColumns(at: (name: keyof SkillDiskRow) => never): SkillHead {
  const version: number | null = at("trial_version");
  const status: SkillStatus | null = at("trial_status");
  const reasons: string = at("reasons_json");
  const scope = {
    scope_project: at("scope_project"),
    scope_agent: at("scope_agent"),
    scope_user: at("scope_user"),
  };
  return {
    id: at("id"),
    scope: scopeOf(scope),
    name: at("name"),
    lessonKey: at("lesson_key"),
    version: at("version"),
    status: at("status"),
    ...(version === null || status === null ? {} : { trial: { version, status } }),
    latest: at("latest"),
    reasons: reasons === "[]" ? [] : (JSON.parse(reasons) as string[]),
    rev: at("rev"),
    createdAt: at("created_at"),
    updatedAt: at("updated_at"),
  };
}

/** A row of the library, with what a delta needs to know of it. */
export interface LibraryRow {
  readonly id: string;
  readonly rev: number;
  readonly deleted: boolean;
  readonly writtenAt: number;
  readonly writeId: string;
  readonly lazy: LazySkillRow;
}

/** The columns with nearly all of the bytes: they stay in Arrow's buffers until someone asks. */
const lazyColumns = [
  "served_json",
  "search_document",
  "vectors",
  "vectors_embedder",
  "vectors_text_key",
  "vectors_dimension",
] as const;

export function libraryRows(table: ArrowTable): LibraryRow[] {
  const small = table.schema.fields
    .map(({ name }) => name)
    .filter((name) => !lazyColumns.includes(name as never));
  const columns = new Map(small.map((name) => [name, valuesOf(table.getChild(name))]));
  const lazy = new Map(lazyColumns.map((name) => [name, table.getChild(name) as Vector | null]));
  const lazyAt = (name: (typeof lazyColumns)[number], index: number): unknown => lazy.get(name)?.get(index);
  return Array.from({ length: table.numRows }, (_, index) => {
    const at = (name: keyof SkillDiskRow) => columns.get(name)?.[index] as never;
    return {
      id: at("id"),
      rev: at("rev"),
      deleted: at("deleted"),
      writtenAt: at("written_at"),
      writeId: at("write_id"),
      lazy: {
        head: headFromColumns(at),
        get searchDocument() {
          return String(lazyAt("search_document", index));
        },
        get vectors() {
          const bytes = lazyAt("vectors", index) as Uint8Array | null;
          if (bytes === null) return undefined;
          return vectorsFromDisk({
            vectors: bytes,
            vectors_embedder: lazyAt("vectors_embedder", index) as string | null,
            vectors_text_key: lazyAt("vectors_text_key", index) as string | null,
            vectors_dimension: lazyAt("vectors_dimension", index) as number | null,
          });
        },
        served: onceFrozen(() => JSON.parse(String(lazyAt("served_json", index))) as SkillVersion),
      },
    };
  });
}

/**
 * A row is asked for its version by every recall that finds it. Frozen, since it is handed to hosts: what one of
 * them writes into it must not come back in the next prompt.
 */
function onceFrozen<T>(read: () => T): () => T {
  let known: { readonly value: T } | undefined;
  return () => {
    known ??= { value: deepFreeze(read()) };
    return known.value;
  };
}

function deepFreeze<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  for (const inner of Object.values(value)) deepFreeze(inner);
  return Object.freeze(value);
}

function valuesOf(column: Vector | null): readonly unknown[] {
  const values: unknown[] = [];
  for (const value of column ?? []) values.push(typeof value === "bigint" ? Number(value) : value);
  return values;
}

export function skillFromDisk(row: SkillDiskRow): SkillRow {
  const vectors = vectorsFromDisk(row);
  return {
    head: headFromDisk(row),
    served: JSON.parse(row.served_json) as SkillVersion,
    searchDocument: row.search_document,
    ...(vectors !== undefined && { vectors }),
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
