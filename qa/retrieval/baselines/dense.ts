import type { Embedder } from "@skillloop/core";
import type { LibrarySkill } from "../data/formats.ts";

/** Texts given to the embedder at once. */
const batch = 64;

/** The best cosine of each query against the description and the trigger queries of each skill. */
export async function denseScores(request: {
  readonly skills: readonly LibrarySkill[];
  readonly queries: readonly string[];
  readonly embedder: Embedder;
}): Promise<readonly Float64Array[]> {
  const { skills, queries, embedder } = request;
  const texts = skills.flatMap(({ description, queries: triggers }, skill) =>
    [description, ...triggers].map((text) => ({ skill, text })),
  );
  const keys = await embedAll(
    embedder,
    texts.map(({ text }) => text),
    "passage",
  );
  const asked = await embedAll(embedder, queries, "query");
  return asked.map((query) => {
    const best = new Float64Array(skills.length).fill(-1);
    for (const [index, { skill }] of texts.entries()) {
      const similarity = dot(query, keys[index] as Float32Array);
      if (similarity > (best[skill] as number)) best[skill] = similarity;
    }
    return best;
  });
}

export async function embedAll(
  embedder: Embedder,
  texts: readonly string[],
  kind: "query" | "passage",
): Promise<readonly Float32Array[]> {
  const vectors: Float32Array[] = [];
  for (let start = 0; start < texts.length; start += batch)
    vectors.push(...(await embedder.embed(texts.slice(start, start + batch), { kind })));
  return vectors;
}

/** The cosine of two unit vectors. */
export function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < one.length; index += 1)
    sum += (one[index] as number) * (other[index] as number);
  return sum;
}
