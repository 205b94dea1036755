import type { SkillRow } from "../ports/store.ts";
import type { Scope } from "../types/scope.ts";
import { rerunJobId } from "./rerun-spec.ts";
import { type LibraryTools, projectFilter } from "./run-tools.ts";

/**
 * Removes the skills that were learned from these traces alone, wherever a person has moved them since, with
 * their pending re-runs. A skill with another origin stays, and so do its rows: they hold ids and no words.
 * Call it before the traces go, so that a purge that dies half-way can be asked for again. Returns names.
 */
export async function purgeLearned(
  { store }: Pick<LibraryTools, "store">,
  { scope, traceIds }: { readonly scope: Scope; readonly traceIds: readonly string[] },
): Promise<readonly string[]> {
  if (traceIds.length === 0) return [];
  const filter = projectFilter(scope);
  const purged = new Set(traceIds);
  // The caller's own reach decides which traces may be purged; their skills may lie wider.
  const rows = await store.listEvidence({ scope, reach: "within" }, { traceIds });
  const skillIds = [...new Set(rows.filter(({ kind }) => kind === "origin").map(({ skillId }) => skillId))];
  if (skillIds.length === 0) return [];
  const origins = (await store.listEvidence(filter, { skillIds })).filter(({ kind }) => kind === "origin");
  const kept = new Set(origins.filter(({ traceId }) => !purged.has(traceId)).map(({ skillId }) => skillId));
  const ids = skillIds.filter((id) => !kept.has(id));
  const gone = ids.length === 0 ? [] : await store.findHeads(filter, { ids });
  if (gone.length === 0) return [];
  await store.deleteJobs(filter, gone.flatMap(rerunJobIds));
  await store.removeSkills(filter, ids);
  return [...new Set(gone.map(({ head }) => head.name))];
}

function rerunJobIds({ head }: SkillRow): readonly string[] {
  return Array.from({ length: head.latest }, (_unused, index) => rerunJobId(head.id, index + 1));
}
