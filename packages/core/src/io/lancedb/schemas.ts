import type { Field, Schema } from "apache-arrow";
import type { Arrow } from "./native.ts";

/** Counts up with every change of the tables below. A home with a higher number is refused. */
export const schemaVersion = 3;

export const tableNames = [
  "skills",
  "skill_versions",
  "evidence",
  "events",
  "skill_stats",
  "traces",
  "jobs",
  "claims",
  "model_calls",
  "meta",
] as const;

export type TableName = (typeof tableNames)[number];

/** The version that a table came with, where that is not the first: an older home, and a backup of one, lacks it. */
export const tableSince: Readonly<Partial<Record<TableName, number>>> = { claims: 3, model_calls: 3 };

type ColumnType = "text" | "integer" | "number" | "boolean" | "binary";

const scope = { scope_project: "text", scope_agent: "text", scope_user: "text" } as const;

/**
 * Columns by table, beside `id`. All are nullable, so that a later version can add more without touching a
 * row. Times are milliseconds since the epoch; `_json` columns hold JSON text.
 *
 * `written_at` and `inserted_at` are the store's own clock at the write, `write_id` is shared by all rows of
 * one commit: reads of what changed and checks of who won go by them.
 */
const columns: Readonly<Record<TableName, Readonly<Record<string, ColumnType>>>> = {
  skills: {
    ...scope,
    name: "text",
    lesson_key: "text",
    version: "integer",
    status: "text",
    trial_version: "integer",
    trial_status: "text",
    latest: "integer",
    reasons_json: "text",
    rev: "integer",
    deleted: "boolean",
    created_at: "integer",
    updated_at: "integer",
    written_at: "integer",
    write_id: "text",
    served_json: "text",
    search_document: "text",
    vectors: "binary",
    vectors_embedder: "text",
    vectors_text_key: "text",
    vectors_dimension: "integer",
  },
  skill_versions: {
    ...scope,
    skill_id: "text",
    version: "integer",
    version_json: "text",
    created_at: "integer",
  },
  evidence: {
    ...scope,
    skill_id: "text",
    version: "integer",
    trace_id: "text",
    kind: "text",
    evidence_json: "text",
    at: "integer",
  },
  events: { ...scope, type: "text", subject: "text", event_json: "text", at: "integer" },
  skill_stats: {
    ...scope,
    skill_id: "text",
    bullet_id: "text",
    shown: "integer",
    used: "integer",
    helpful: "integer",
    harmful: "integer",
    last_used_at: "integer",
  },
  traces: { ...scope, recorded_at: "integer", trace_json: "text", job_json: "text", inserted_at: "integer" },
  jobs: {
    ...scope,
    kind: "text",
    state: "text",
    attempts: "integer",
    not_before: "integer",
    lease_owner: "text",
    lease_until: "integer",
    lease_token: "text",
    stage: "text",
    stage_result_json: "text",
    result: "text",
    reason: "text",
    skills_json: "text",
    rerun_json: "text",
    created_at: "integer",
    updated_at: "integer",
    inserted_at: "integer",
    write_id: "text",
  },
  claims: {
    ...scope,
    trace_id: "text",
    state: "text",
    skill_id: "text",
    at: "integer",
    claim_json: "text",
  },
  model_calls: {
    ...scope,
    trace_id: "text",
    role: "text",
    model: "text",
    calls: "integer",
    input_tokens: "integer",
    output_tokens: "integer",
    cost: "number",
    at: "integer",
    call_json: "text",
  },
  meta: { value: "text", owner: "text", until: "integer" },
};

/**
 * The Arrow schema of a table, never inferred from rows. The primary key is declared in it from the first
 * version on: with it, two processes that insert one new id at once conflict instead of both succeeding.
 */
export function arrowSchema(arrow: Arrow, table: TableName): Schema {
  const key = new Map([["lance-schema:unenforced-primary-key", "true"]]);
  const id = new arrow.Field("id", new arrow.Utf8(), false, key);
  return new arrow.Schema([id, ...Object.keys(columns[table]).map((name) => arrowField(arrow, table, name))]);
}

/** The fields that a table of an older home lacks. */
export function missingFields(arrow: Arrow, table: TableName, present: ReadonlySet<string>): Field[] {
  return Object.keys(columns[table])
    .filter((name) => !present.has(name))
    .map((name) => arrowField(arrow, table, name));
}

function arrowField(arrow: Arrow, table: TableName, name: string): Field {
  const types = {
    text: () => new arrow.Utf8(),
    integer: () => new arrow.Int64(),
    number: () => new arrow.Float64(),
    boolean: () => new arrow.Bool(),
    binary: () => new arrow.Binary(),
  };
  const type = columns[table][name] ?? "text";
  return new arrow.Field(name, types[type](), true);
}
