import type { Table as ArrowTable } from "apache-arrow";
import type { LazySkillRow, SkillRow } from "../../ports/store.ts";
import type { Scope } from "../../types/scope.ts";
import type { SkillHead, SkillStatus, SkillVersion } from "../../types/skill.ts";
import type { SkillVectors } from "../../types/vectors.ts";
import { deepFreeze } from "../deep-freeze.ts";
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
  const vectors = vectorsInPlace(row);
  return vectors && { ...vectors, bytes: vectors.bytes.slice() };
}

function vectorsInPlace(row: VectorColumns): SkillVectors | undefined {
  const { vectors: stored, vectors_embedder: embedder, vectors_text_key: textKey, vectors_dimension } = row;
  if (stored === null || embedder === null || textKey === null || vectors_dimension === null)
    return undefined;
  const bytes = new Int8Array(stored.buffer, stored.byteOffset, stored.byteLength);
  return { embedder, textKey, dimension: Number(vectors_dimension), bytes };
}

function headFromDisk(row: SkillDiskRow): SkillHead {
  return headFromColumns((name) => row[name] as never);
}

function scopeFromColumns(at: (name: keyof ScopeColumns) => never): Scope {
  return scopeOf({
    scope_project: at("scope_project"),
    scope_agent: at("scope_agent"),
    scope_user: at("scope_user"),
  });
}

function headFromColumns(at: (name: keyof SkillDiskRow) => never): SkillHead {
  const version: number | null = at("trial_version");
  const status: SkillStatus | null = at("trial_status");
  const reasons: string = at("reasons_json");
  return {
    id: at("id"),
    scope: scopeFromColumns(at),
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
  readonly scope: Scope;
  readonly rev: number;
  readonly deleted: boolean;
  readonly writtenAt: number;
  readonly writeId: string;
  /** The row for who reads it; made only when it is asked for. */
  lazy(): LazySkillRow;
}

/** The rows of what was read. Nothing is copied out before it is asked for: a library may be a hundred thousand. */
export function* libraryRows(table: ArrowTable): Generator<LibraryRow> {
  for (const batch of table.batches) {
    const columns = new Map(batch.schema.fields.map(({ name }) => [name, batch.getChild(name)]));
    const valueAt: ValueAt = (name, index) => {
      const value: unknown = columns.get(name)?.get(index);
      return (typeof value === "bigint" ? Number(value) : value) as never;
    };
    for (let index = 0; index < batch.numRows; index += 1) {
      const at = (name: keyof SkillDiskRow): never => valueAt(name, index);
      yield {
        id: at("id"),
        scope: scopeFromColumns(at),
        rev: at("rev"),
        deleted: at("deleted"),
        writtenAt: at("written_at"),
        writeId: at("write_id"),
        lazy: () => new DiskSkillRow(valueAt, index),
      };
    }
  }
}

type ValueAt = (name: keyof SkillDiskRow, index: number) => never;

/** A row in the buffers that LanceDB filled. Of a large library most rows are looked into once, by the index. */
class DiskSkillRow implements LazySkillRow {
  readonly #valueAt: ValueAt;
  readonly #index: number;
  #head: SkillHead | "not-yet" | "asked" = "not-yet";
  #served: SkillVersion | undefined;

  constructor(valueAt: ValueAt, index: number) {
    this.#valueAt = valueAt;
    this.#index = index;
  }

  /** Kept from the second time on: the first is the index's, and only what recall finds is asked again. */
  get head(): SkillHead {
    if (typeof this.#head === "object") return this.#head;
    const head = headFromColumns((name) => this.#valueAt(name, this.#index));
    this.#head = this.#head === "not-yet" ? "asked" : head;
    return head;
  }

  get searchDocument(): string {
    return String(this.#valueAt("search_document", this.#index));
  }

  /** In the buffers that the row holds anyway: copies of a large library would be a second one beside it. */
  get vectors(): SkillVectors | undefined {
    return vectorsInPlace({
      vectors: this.#valueAt("vectors", this.#index),
      vectors_embedder: this.#valueAt("vectors_embedder", this.#index),
      vectors_text_key: this.#valueAt("vectors_text_key", this.#index),
      vectors_dimension: this.#valueAt("vectors_dimension", this.#index),
    });
  }

  /**
   * A row is asked for its version by every recall that finds it. Frozen, since it is handed to hosts: what one of
   * them writes into it must not come back in the next prompt.
   */
  readonly served = (): SkillVersion => {
    this.#served ??= deepFreeze(
      JSON.parse(String(this.#valueAt("served_json", this.#index))) as SkillVersion,
    );
    return this.#served;
  };
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
