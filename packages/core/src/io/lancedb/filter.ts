import { SkillLoopError } from "../../errors.ts";
import type { ScopeFilter } from "../../ports/store.ts";
import type { Scope } from "../../types/scope.ts";
import { assertFilter } from "../scope-filter.ts";

/** Every column that may stand in a filter. Names are never taken from outside. */
export type FilterColumn =
  | "id"
  | "scope_project"
  | "scope_agent"
  | "scope_user"
  | "skill_id"
  | "trace_id"
  | "subject"
  | "name"
  | "lesson_key"
  | "kind"
  | "state"
  | "not_before"
  | "lease_owner"
  | "lease_until"
  | "lease_token"
  | "recorded_at"
  | "at"
  | "inserted_at"
  | "job_json"
  | "written_at"
  | "write_id"
  | "version"
  | "rev"
  | "deleted"
  | "value"
  | "owner"
  | "vectors_embedder"
  | "vectors_text_key"
  | "vectors_dimension"
  | "until";

declare const sqlBrand: unique symbol;

/** A condition made by this file. LanceDB has no bind parameters: its filters are SQL text. */
export type Condition = string & { readonly [sqlBrand]: true };

export type FilterValue = string | number;

/** A literal. Doubling the quote is enough: LanceDB reads a backslash as itself. */
export function literal(value: FilterValue): string {
  if (typeof value === "string") return `'${value.replaceAll("'", "''")}'`;
  if (Number.isSafeInteger(value)) return String(value);
  throw new SkillLoopError({
    code: "INTERNAL",
    message: "A number in a store filter must be a safe integer.",
    remedy: "Pass times in whole milliseconds.",
  });
}

const condition = (text: string) => text as Condition;

export const equal = (column: FilterColumn, value: FilterValue) => condition(`${column} = ${literal(value)}`);
export const less = (column: FilterColumn, value: number) => condition(`${column} < ${literal(value)}`);
export const atMost = (column: FilterColumn, value: number) => condition(`${column} <= ${literal(value)}`);
export const atLeast = (column: FilterColumn, value: number) => condition(`${column} >= ${literal(value)}`);
export const more = (column: FilterColumn, value: number) => condition(`${column} > ${literal(value)}`);
export const isNull = (column: FilterColumn) => condition(`${column} IS NULL`);
export const isNotNull = (column: FilterColumn) => condition(`${column} IS NOT NULL`);
export const isFalse = (column: FilterColumn) => condition(`${column} = false`);

/** Also true where there is no value at all. */
export const isNot = (column: FilterColumn, value: FilterValue) =>
  condition(`(${column} IS NULL OR ${column} != ${literal(value)})`);
/** The text must have none of the characters that stand for others in a pattern. */
export const notStartsWith = (column: FilterColumn, text: string) =>
  condition(`(${column} IS NULL OR ${column} NOT LIKE ${literal(`${text}%`)})`);

/** No values reach no row. */
export function isIn(column: FilterColumn, values: readonly FilterValue[]): Condition {
  return condition(values.length === 0 ? "false" : `${column} IN (${values.map(literal).join(", ")})`);
}

export function isNotIn(column: FilterColumn, values: readonly FilterValue[]): Condition {
  return condition(values.length === 0 ? "true" : `${column} NOT IN (${values.map(literal).join(", ")})`);
}

/** Parts that are undefined are left out. */
export function and(...parts: readonly (Condition | undefined)[]): Condition {
  return condition(parts.filter((part) => part !== undefined).join(" AND "));
}

export function or(...parts: readonly Condition[]): Condition {
  return condition(`(${parts.join(" OR ")})`);
}

/** The rows a scope filter reaches. Throws `INVALID_SCOPE`. */
export function inScope(filter: ScopeFilter): Condition {
  assertFilter(filter);
  const { scope, reach } = filter;
  return and(
    equal("scope_project", scope.project),
    inPart("scope_agent", scope.agent, reach),
    inPart("scope_user", scope.user, reach),
  );
}

function inPart(
  column: "scope_agent" | "scope_user",
  value: string | undefined,
  reach: ScopeFilter["reach"],
): Condition | undefined {
  if (value === undefined) return reach === "within" ? undefined : isNull(column);
  if (reach === "visible") return or(isNull(column), equal(column, value));
  return equal(column, value);
}

export interface ScopeColumns {
  readonly scope_project: string;
  readonly scope_agent: string | null;
  readonly scope_user: string | null;
}

export function scopeColumns(scope: Scope): ScopeColumns {
  return {
    scope_project: scope.project,
    scope_agent: scope.agent ?? null,
    scope_user: scope.user ?? null,
  };
}

export function scopeOf(row: ScopeColumns): Scope {
  return {
    project: row.scope_project,
    ...(row.scope_agent === null ? {} : { agent: row.scope_agent }),
    ...(row.scope_user === null ? {} : { user: row.scope_user }),
  };
}
