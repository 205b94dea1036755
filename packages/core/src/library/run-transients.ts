import type { LazySkillRow, ScopeFilter } from "../ports/store.ts";
import type { SkillVersion } from "../types/skill.ts";
import type { LibraryTools } from "./run-tools.ts";
import { isMarkedTransient } from "./trust.ts";

/**
 * The transient skills of these scopes that one good run may still disprove, for a worker that asks before
 * every batch: it reads the whole library once and afterwards only what changed, and parses only the
 * versions that are transient.
 */
export function trackTransientSkills(
  { store }: Pick<LibraryTools, "store">,
  filter: ScopeFilter,
): () => Promise<readonly SkillVersion[]> {
  const known = new Map<string, SkillVersion>();
  let token: string | undefined;
  return async () => {
    const delta = await store.readLibrary(filter, token);
    if (delta.reset) known.clear();
    for (const id of delta.removed) known.delete(id);
    for (const row of delta.changed) {
      if (isOpenTransient(row)) known.set(row.head.id, row.served());
      else known.delete(row.head.id);
    }
    token = delta.token;
    return [...known.values()];
  };
}

function isOpenTransient({ head }: LazySkillRow): boolean {
  return head.status !== "retired" && isMarkedTransient(head.reasons);
}
