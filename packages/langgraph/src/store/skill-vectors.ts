import type { Embeddings } from "@langchain/core/embeddings";
import type { Skill } from "@skillloop/core";
import { SkillLoopError } from "@skillloop/core/adapter";

/** How a store is searched by meaning. */
export interface SkillIndex {
  readonly embeddings: Pick<Embeddings, "embedQuery" | "embedDocuments">;
  /** Length of the model's vectors. */
  readonly dims: number;
}

/** Vectors of skills: of the description and of each trigger query. Made when asked for, kept by version hash. */
export class SkillVectors {
  readonly #index: SkillIndex;
  #known = new Map<string, Promise<readonly (readonly number[])[]>>();

  constructor(index: SkillIndex) {
    this.#index = index;
  }

  /** The skills with their cosine to the query, best first. Rejects when the model does. */
  async ranked(
    query: string,
    skills: readonly Skill[],
  ): Promise<readonly { readonly skill: Skill; readonly score: number }[]> {
    this.#embedNew(skills);
    const asked = this.#checked(await this.#index.embeddings.embedQuery(query));
    const scored = await Promise.all(
      skills.map(async (skill) => {
        const vectors = (await this.#known.get(skill.served.hash)) ?? [];
        return { skill, score: Math.max(-1, ...vectors.map((vector) => cosine(asked, vector))) };
      }),
    );
    return scored.sort((a, b) => b.score - a.score);
  }

  /** One request to the model for all that is new; what is no longer there is forgotten. */
  #embedNew(skills: readonly Skill[]): void {
    const before = this.#known;
    const fresh = skills.filter(({ served }) => !before.has(served.hash));
    const texts = fresh.map(({ served: { content } }) => [content.description, ...content.keys.queries]);
    const embedded = fresh.length === 0 ? undefined : this.#index.embeddings.embedDocuments(texts.flat());
    const after: typeof before = new Map();
    for (const { served } of skills) {
      const known = before.get(served.hash);
      if (known !== undefined) after.set(served.hash, known);
    }
    let from = 0;
    for (const [index, { served }] of fresh.entries()) {
      const start = from;
      from += texts[index]?.length ?? 0;
      const end = from;
      const own = Promise.resolve(embedded).then((all = []) =>
        all.slice(start, end).map((vector) => this.#checked(vector)),
      );
      // What failed is asked for again by the next search.
      own.catch(() => this.#known.delete(served.hash));
      after.set(served.hash, own);
    }
    this.#known = after;
  }

  #checked(vector: readonly number[]): readonly number[] {
    if (vector.length === this.#index.dims) return vector;
    throw new SkillLoopError({
      code: "EMBEDDING_MISMATCH",
      message: `The embeddings gave ${vector.length} numbers where the store's index says ${this.#index.dims}.`,
      remedy: "Set index.dims to the length of the vectors that this model makes.",
    });
  }
}

function cosine(a: readonly number[], b: readonly number[]): number {
  let dot = 0;
  let lengthA = 0;
  let lengthB = 0;
  for (const [index, x] of a.entries()) {
    const y = b[index] ?? 0;
    dot += x * y;
    lengthA += x * x;
    lengthB += y * y;
  }
  return lengthA === 0 || lengthB === 0 ? 0 : dot / Math.sqrt(lengthA * lengthB);
}
