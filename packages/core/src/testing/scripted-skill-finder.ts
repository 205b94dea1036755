import type { NearSkill, RankedQuery, SkillFinder } from "../ports/skill-finder.ts";

export interface ScriptedFinder {
  readonly near?: readonly NearSkill[];
  /** The margin of a query. Default: 0.5. */
  readonly margin?: (query: string) => number | Omit<RankedQuery, "query">;
  /** The cosine of two texts. Default: there is no embedder. */
  readonly cosine?: (a: string, b: string) => number;
}

/** What recall would say, for tests of the stages that write. */
export function scriptedSkillFinder({
  near = [],
  margin = () => 0.5,
  cosine,
}: ScriptedFinder = {}): SkillFinder {
  return {
    nearest: async (_scope, { limit }) => near.slice(0, limit),
    rank: async (_scope, _content, queries) =>
      queries.map((query) => {
        const ranked = margin(query);
        return { query, ...(typeof ranked === "number" ? { margin: ranked } : ranked) };
      }),
    similarity: async (text, others) => cosine && others.map((other) => cosine(text, other)),
  };
}
