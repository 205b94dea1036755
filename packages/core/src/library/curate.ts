import type { SkillRow } from "../ports/store.ts";
import type { SkillStats } from "../types/evidence.ts";
import { UNUSED_MS } from "./trust-numbers.ts";

/**
 * The skills that may have come to their end: unused for sixty days, or past their expiry. Only these need
 * their evidence read; `decideStatus` has the last word.
 */
export function dueForReview(
  rows: readonly SkillRow[],
  { stats, now }: { readonly stats: readonly SkillStats[]; readonly now: number },
): readonly string[] {
  const lastUsed = new Map<string, number>();
  for (const { skillId, lastUsedAt = 0 } of stats) {
    lastUsed.set(skillId, Math.max(lastUsedAt, lastUsed.get(skillId) ?? 0));
  }
  return rows
    .filter(({ head, served }) => {
      if (head.status === "retired") return false;
      const lastAt = Math.max(served.createdAt, lastUsed.get(head.id) ?? 0);
      const expired = served.expiresAt !== undefined && now >= served.expiresAt;
      return expired || now - lastAt > UNUSED_MS;
    })
    .map(({ head }) => head.id);
}
