import { SkillLoopError } from "../errors.ts";
import type { ScopeFilter } from "../ports/store.ts";
import { assertScope, reaches } from "../text/scope-key.ts";
import type { Scope } from "../types/scope.ts";

const reachNames: ReadonlySet<unknown> = new Set(["exact", "visible", "within"]);

/** Checks a filter at run time. Throws `INVALID_SCOPE` for one without a project or without a known reach. */
export function assertFilter(filter: ScopeFilter | undefined): asserts filter is ScopeFilter {
  assertScope(filter?.scope);
  if (reachNames.has(filter?.reach)) return;
  throw new SkillLoopError({
    code: "INVALID_SCOPE",
    message: "A scope filter needs a reach.",
    remedy: "Pass reach: exact, visible or within.",
  });
}

/** Checks the scope of every row of a write, before any of them is written. */
export function assertScopes(rows: readonly { readonly scope: Scope }[]): void {
  for (const row of rows) assertScope(row.scope);
}

export function isReached(filter: ScopeFilter, scope: Scope): boolean {
  return reaches(filter.scope, filter.reach, scope);
}
