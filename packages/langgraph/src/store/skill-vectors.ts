import type { Embeddings } from "@langchain/core/embeddings";
import type { Skill } from "@skillloop/core";
import { SkillLoopError } from "@skillloop/core/adapter/langchain";

/** How a store is searched by meaning. */
export interface SkillIndex {
  readonly embeddings: Pick<Embeddings, "embedQuery" | "embedDocuments">;
  /** Length of the model's vectors. */
  readonly dims: number;
}

type Vectors = Promise<readonly (readonly number[])[]>;

/** Vectors of skills: of the description and of each trigger query. Made when asked for, kept by version hash. */
export class SkillVectors {
  readonly #index: SkillIndex;
  readonly #known = new Map<string, Vectors>();

  constructor(index: SkillIndex) {
    this.#index = index;
  }

  /**
   * The skills with their cosine to the query, best first. Rejects when the model does.
   *
   * @param library all that the store shows: vectors of what is not among it are forgotten
   */
  async ranked(
    query: string,
    skills: readonly Skill[],
    library: readonly Skill[] = skills,
  ): Promise<readonly { readonly skill: Skill; readonly score: number }[]> {
    const embedded = this.#embed(skills);
    this.#keepOnly(library);
    const asked = this.#checked(await this.#index.embeddings.embedQuery(query));
    const scored = await Promise.all(
      embedded.map(async ({ skill, vectors }) => {
        const own = (await vectors).map((vector) => cosine(asked, vector));
        return { skill, score: Math.max(-1, ...own) };
      }),
    );
    return scored.sort((a, b) => b.score - a.score);
  }

  /** One request to the model for all that is new. */
  #embed(skills: readonly Skill[]): readonly { readonly skill: Skill; readonly vectors: Vectors }[] {
    const fresh = skills.filter(({ served }) => !this.#known.has(served.hash));
    const texts = fresh.map(({ served: { content } }) => [content.description, ...content.keys.queries]);
    const embedded = fresh.length === 0 ? undefined : this.#index.embeddings.embedDocuments(texts.flat());
    let from = 0;
    for (const [index, { served }] of fresh.entries()) {
      const start = from;
      from += texts[index]?.length ?? 0;
      const end = from;
      const own: Vectors = Promise.resolve(embedded).then((all = []) =>
        all.slice(start, end).map((vector) => this.#checked(vector)),
      );
      // What failed is asked for again by the next search.
      own.catch(() => {
        if (this.#known.get(served.hash) === own) this.#known.delete(served.hash);
      });
      this.#known.set(served.hash, own);
    }
    const none: Vectors = Promise.resolve([]);
    return skills.map((skill) => ({ skill, vectors: this.#known.get(skill.served.hash) ?? none }));
  }

  #keepOnly(library: readonly Skill[]): void {
    const hashes = new Set(library.map(({ served }) => served.hash));
    for (const hash of this.#known.keys()) if (!hashes.has(hash)) this.#known.delete(hash);
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
