import { readSearchDocument } from "../../packages/core/src/index/search-document.ts";
import type { QueryTerm } from "../../packages/core/src/index/search-query.ts";

interface NaiveSkill {
  readonly id: string;
  readonly terms: ReadonlySet<string>;
  readonly vectors: readonly Float32Array[];
}

/**
 * The search that anyone would write first: each skill in turn, its words in a set and its vectors as floats. The
 * measure that the index is held against in the same process, so that no bar is in seconds.
 */
export class NaiveScan {
  readonly #skills: NaiveSkill[] = [];

  add(skill: {
    readonly id: string;
    readonly document: string;
    readonly vectors: readonly Float32Array[];
  }): void {
    this.#skills.push({
      id: skill.id,
      terms: new Set(readSearchDocument(skill.document).terms),
      vectors: skill.vectors,
    });
  }

  /** The ids of the `limit` skills that share most of the words. */
  byWords(terms: readonly QueryTerm[], limit: number): readonly string[] {
    return this.#best(limit, (skill) => {
      let sum = 0;
      for (const { term, weight } of terms) if (skill.terms.has(term)) sum += weight;
      return sum;
    });
  }

  /** The ids of the `limit` skills with a vector nearest to the query. */
  byMeaning(query: Float32Array, limit: number): readonly string[] {
    return this.#best(limit, ({ vectors }) => {
      let best = -1;
      for (const vector of vectors) {
        let sum = 0;
        for (let at = 0; at < query.length; at += 1) sum += (vector[at] as number) * (query[at] as number);
        best = Math.max(best, sum);
      }
      return best;
    });
  }

  #best(limit: number, score: (skill: NaiveSkill) => number): readonly string[] {
    return this.#skills
      .map((skill) => ({ id: skill.id, score: score(skill) }))
      .sort((a, b) => b.score - a.score)
      .slice(0, limit)
      .map(({ id }) => id);
  }
}
