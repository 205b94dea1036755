import { SkillLoopError } from "../errors.ts";
import type { Scope, ScopeKey } from "../types/scope.ts";

const part = (value: string | undefined): string =>
  value === undefined ? "*" : encodeURIComponent(value).replaceAll("*", "%2A");

/** Checks a scope at run time: a scope without a project reaches nothing, it throws `INVALID_SCOPE`. */
export function assertScope(scope: unknown): asserts scope is Scope {
  const candidate = (scope ?? {}) as Record<string, unknown>;
  const project = candidate["project"];
  const optional = [candidate["agent"], candidate["user"]];
  const valid =
    typeof project === "string" &&
    project !== "" &&
    optional.every((value) => value === undefined || (typeof value === "string" && value !== ""));
  if (valid) return;
  throw new SkillLoopError({
    code: "INVALID_SCOPE",
    message: "A scope needs a non-empty project, and agent and user, where given, must be non-empty strings.",
    remedy: 'Pass scope: { project: "name" } to SkillLoop.open, or --scope project=name to the command line.',
  });
}

/** The canonical form of a scope, equal for equal scopes and distinct for distinct ones. */
export function scopeKey(scope: Scope): ScopeKey {
  assertScope(scope);
  return `${part(scope.project)}/${part(scope.agent)}/${part(scope.user)}`;
}

/** The id of a skill: the scope is part of it, so equal names in two scopes are two skills. */
export function skillIdOf(scope: Scope, name: string): string {
  return `${scopeKey(scope)}#${name}`;
}

/** Every scope that a reader in `scope` sees: its own and the wider ones, at most four, widest first. */
export function visibleScopes({ project, agent, user }: Scope): readonly Scope[] {
  const scopes: Scope[] = [{ project }];
  if (agent !== undefined) scopes.push({ project, agent });
  if (user !== undefined) scopes.push({ project, user });
  if (agent !== undefined && user !== undefined) scopes.push({ project, agent, user });
  return scopes;
}

/** Whether everything in `narrow` lies in `wide` as well: the one rule by which scopes are compared. */
export function covers(wide: Scope, narrow: Scope): boolean {
  return (
    wide.project === narrow.project &&
    (wide.agent === undefined || wide.agent === narrow.agent) &&
    (wide.user === undefined || wide.user === narrow.user)
  );
}

/** Whether a row of scope `row` is reached from `from`. */
export function reaches(from: Scope, reach: "exact" | "visible" | "within", row: Scope): boolean {
  assertScope(from);
  if (reach === "exact") return scopeKey(from) === scopeKey(row);
  return reach === "visible" ? covers(row, from) : covers(from, row);
}
