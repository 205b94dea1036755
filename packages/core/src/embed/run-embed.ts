import { SkillLoopError } from "../errors.ts";
import { spreadEvenly } from "../index/spread-evenly.ts";
import { toBytes } from "../index/vector-code.ts";
import type { Embedder, EmbedOptions } from "../ports/embedder.ts";
import type { SkillContent } from "../types/skill.ts";
import type { SkillVectors } from "../types/vectors.ts";
import { embeddingTexts, textKey } from "./embedding-texts.ts";
import { lengthOf, unitMean, unitVector } from "./unit-mean.ts";

/** Few enough that one call ends in seconds, also on a slow machine. */
const TEXTS_AT_ONCE = 64;

/**
 * Vectors of texts, in their order, each of length one and turned by `spreadEvenly`, so that they compare with one
 * another and not with what the embedder gives elsewhere. Throws as `unitVectors` does.
 */
export async function embedTexts(
  embedder: Embedder,
  texts: readonly string[],
  options: EmbedOptions,
): Promise<readonly Float32Array[]> {
  return (await unitVectors(embedder, texts, options)).map(spreadEvenly);
}

/**
 * What an embedder gives, each vector made as long as one. Throws `EMBEDDING_MISMATCH` for a vector of another
 * length than the embedder names, and `EMBEDDER_UNAVAILABLE` for one that is missing or has no direction.
 */
export async function unitVectors(
  embedder: Embedder,
  texts: readonly string[],
  options: EmbedOptions,
): Promise<readonly Float32Array[]> {
  const vectors = await embedder.embed(texts, options);
  if (vectors.length !== texts.length)
    throw unusable(embedder.id, `gave ${vectors.length} vectors for ${texts.length} texts`);
  const dimension = embedder.dimension ?? vectors[0]?.length ?? 0;
  return vectors.map((vector) => {
    if (vector.length !== dimension) throw wrongLength(embedder.id, vector.length, dimension);
    const length = lengthOf(vector);
    if (!Number.isFinite(length)) throw unusable(embedder.id, "gave a vector that is not all numbers");
    if (length === 0) throw unusable(embedder.id, "gave a vector of zeros");
    return unitVector(vector, length);
  });
}

/** The vectors of skills' keys, in their order. Texts that several skills share are embedded once. */
export async function embedContents(
  embedder: Embedder,
  contents: readonly SkillContent[],
  signal?: AbortSignal,
): Promise<readonly SkillVectors[]> {
  const lists = contents.map(embeddingTexts);
  const texts = [...new Set(lists.flat(2))];
  const byText = new Map<string, Float32Array>();
  for (let start = 0; start < texts.length; start += TEXTS_AT_ONCE) {
    const part = texts.slice(start, start + TEXTS_AT_ONCE);
    const vectors = await embedTexts(embedder, part, { kind: "passage", ...(signal && { signal }) });
    for (const [index, text] of part.entries()) byText.set(text, vectors[index] as Float32Array);
  }
  const dimension = byText.values().next().value?.length ?? 0;
  for (const { length } of byText.values())
    if (length !== dimension) throw wrongLength(embedder.id, length, dimension);
  return lists.map((list) => {
    const bytes = new Int8Array(list.length * dimension);
    for (const [index, inner] of list.entries()) {
      if (inner.length === 0) continue;
      const mean = unitMean(inner.map((text) => byText.get(text) as Float32Array));
      bytes.set(toBytes(mean), index * dimension);
    }
    return { embedder: embedder.id, textKey: textKey(list), dimension, bytes };
  });
}

function wrongLength(id: string, length: number, dimension: number): SkillLoopError {
  return new SkillLoopError({
    code: "EMBEDDING_MISMATCH",
    message: `The embedder ${id} gave a vector of ${length} components where ${dimension} were due.`,
    remedy: "Check its model and its dimension; nothing of it was stored.",
  });
}

function unusable(id: string, what: string): SkillLoopError {
  return new SkillLoopError({
    code: "EMBEDDER_UNAVAILABLE",
    message: `The embedder ${id} ${what}.`,
    remedy: "Check its model; skills are found by their words meanwhile.",
  });
}
