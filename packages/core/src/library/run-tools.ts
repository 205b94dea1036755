import type { ScopeFilter, Store } from "../ports/store.ts";
import type { Scope } from "../types/scope.ts";
import type { SkillContent } from "../types/skill.ts";

/** What every writer of skill heads needs. */
export interface LibraryTools {
  readonly store: Store;
  /** From `index/search-document.ts`. */
  readonly buildSearchDocument: (content: SkillContent) => string;
  /** Waits a little, with jitter, before attempt `attempt` (from 1) after a lost write. Default: not at all. */
  readonly pause?: ((attempt: number) => Promise<void>) | undefined;
}

/**
 * Lost writes are tried again so often. Of competing writers of one row one wins each round, so the bound is
 * on the number of writers, not on luck.
 */
export const MAX_ATTEMPTS = 60;

/** All rows of a project: evidence lies in the scope of its run, which may be narrower than its skill's. */
export function projectFilter({ project }: Scope): ScopeFilter {
  return { scope: { project }, reach: "within" };
}
