import type { ScopeFilter } from "../ports/store.ts";
import { dueForReview } from "./curate.ts";
import { settleSkills } from "./run-settle.ts";
import { type LibraryTools, projectFilter } from "./run-tools.ts";

/** Retires what was not used for sixty days and what expired. Reads every head: for maintenance, not for every batch. */
export async function curateLibrary(
  tools: LibraryTools,
  { filter, now }: { readonly filter: ScopeFilter; readonly now: number },
): Promise<readonly string[]> {
  const [rows, stats] = await Promise.all([
    tools.store.listHeads(filter),
    tools.store.listStats(projectFilter(filter.scope)),
  ]);
  const ids = dueForReview(rows, { stats, now });
  if (ids.length === 0) return [];
  const settled = await settleSkills(tools, { filter, ids, now });
  return settled.filter(({ head }) => head.status === "retired").map(({ head }) => head.name);
}
