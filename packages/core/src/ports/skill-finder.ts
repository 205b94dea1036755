import type { Scope } from "../types/scope.ts";
import type { SkillContent, SkillHead, SkillVersion } from "../types/skill.ts";

/** A skill near what is about to be written. */
export interface NearSkill {
  readonly head: SkillHead;
  readonly served: SkillVersion;
  /** As recall scores the best of the queries, 0 to 1. */
  readonly score: number;
  /** Highest cosine of a key's vector; absent without an embedder. */
  readonly cosine?: number;
  readonly sharesSignature: boolean;
}

/** Where a trigger query would find the skill it was written for. */
export interface RankedQuery {
  readonly query: string;
  /** By how much the skill's own score is above that of the best other one; below 0 when it is not first. */
  readonly margin: number;
  /** The best other skill of those that the scope sees. */
  readonly rival?: string;
}

/** What recall knows, for stages that write. Needs an embedder for nothing, and is better with one. */
export interface SkillFinder {
  /** Skills that the scope sees, of any status but `retired`, nearest first. */
  nearest(
    scope: Scope,
    wanted: {
      readonly texts: readonly string[];
      readonly signatures: readonly string[];
      readonly limit: number;
    },
  ): Promise<readonly NearSkill[]>;
  /** How queries would rank if `content` were in the library; a skill of its name is left out. In their order. */
  rank(scope: Scope, content: SkillContent, queries: readonly string[]): Promise<readonly RankedQuery[]>;
  /** Cosines of a text with others, in their order; `undefined` without an embedder or while it fails. */
  similarity(text: string, others: readonly string[]): Promise<readonly number[] | undefined>;
}
