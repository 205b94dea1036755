import type { SkillVectors } from "../types/vectors.ts";

/** The vectors made last, by the key of their texts: a write that lost its race comes back with the same ones. */
export interface RecentVectors {
  get(textKey: string): SkillVectors | undefined;
  put(vectors: SkillVectors): void;
}

export function recentVectors(limit: number): RecentVectors {
  const kept = new Map<string, SkillVectors>();
  const put = (vectors: SkillVectors): void => {
    kept.delete(vectors.textKey);
    kept.set(vectors.textKey, vectors);
    for (const oldest of kept.keys()) {
      if (kept.size <= limit) break;
      kept.delete(oldest);
    }
  };
  return {
    get(textKey) {
      const found = kept.get(textKey);
      if (found !== undefined) put(found);
      return found;
    },
    put,
  };
}
