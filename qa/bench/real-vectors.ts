import { embeddingTexts } from "../../packages/core/src/embed/embedding-texts.ts";
import { embedTexts } from "../../packages/core/src/embed/run-embed.ts";
import { keyVectors } from "../../packages/core/src/index/key-vectors.ts";
import type { Embedder, EmbedOptions } from "../../packages/core/src/ports/embedder.ts";
import { seededRandom } from "../random.ts";
import { retrievalProbe } from "../retrieval/data/formats.ts";
import { readFolder } from "../retrieval/data/read-entries.ts";
import { distractors } from "../retrieval/distractors/distractors.ts";
import { skillContent } from "../retrieval/home/skill-row.ts";

/** Texts embedded of any number of vectors: to embed a hundred thousand takes hours. */
const realTexts = 20_000;
const questionCount = 300;
/** Skills whose texts are more than enough. */
const enoughSkills = 3_000;
const textsAtOnce = 64;
/** Length of what is added to a vector of length one to make another of it. */
const moved = 0.5;

export interface VectorSample {
  readonly dimension: number;
  /** Unit vectors, one after the other. */
  readonly vectors: Float32Array;
  readonly questions: readonly Float32Array[];
}

/**
 * `count` vectors to look among and 300 of our probes to look for. Those of up to 20,000 texts are the embedder's: what
 * skills are about, when they apply and their trigger queries, of generated near siblings. The others are these once
 * more, each moved by half its length in a direction of its own.
 */
export async function realVectors(
  embedder: Embedder,
  count: number,
  progress: (text: string) => void,
): Promise<VectorSample> {
  const asked = await embedAll(embedder, probeTexts(), "query", progress);
  const real = await embedAll(embedder, skillTexts(Math.min(count, realTexts)), "passage", progress);
  const dimension = real[0]?.length ?? 0;
  const vectors = new Float32Array(count * dimension);
  const random = seededRandom(17);
  for (let at = 0; at < count; at += 1) {
    const base = real[at % real.length] as Float32Array;
    vectors.set(at < real.length ? base : movedFrom(base, random), at * dimension);
  }
  return { dimension, vectors, questions: asked };
}

function movedFrom(vector: Float32Array, random: () => number): Float32Array {
  const direction = vector.map(() => random() * 2 - 1);
  const scale = moved / Math.hypot(...direction);
  const sum = vector.map((value, at) => value + scale * (direction[at] as number));
  const length = Math.hypot(...sum);
  return sum.map((value) => value / length);
}

function skillTexts(count: number): readonly string[] {
  const texts = new Set<string>();
  for (const skill of distractors({ count: enoughSkills, library: [] })) {
    const lists = embeddingTexts(skillContent(skill));
    const keys = lists.filter((_, place) => place !== keyVectors.notFor);
    for (const text of keys.flat()) if (texts.size < count) texts.add(text);
    if (texts.size === count) break;
  }
  return [...texts];
}

function probeTexts(): readonly string[] {
  const probes = readFolder(new URL("../retrieval/probes/", import.meta.url), retrievalProbe);
  const texts = probes.filter(({ mode }) => mode === "task").map(({ text }) => text);
  return Array.from(
    { length: questionCount },
    (_, at) => texts[Math.floor((at * texts.length) / questionCount)] as string,
  );
}

async function embedAll(
  embedder: Embedder,
  texts: readonly string[],
  kind: NonNullable<EmbedOptions["kind"]>,
  progress: (text: string) => void,
): Promise<readonly Float32Array[]> {
  const vectors: Float32Array[] = [];
  for (let start = 0; start < texts.length; start += textsAtOnce) {
    vectors.push(...(await embedTexts(embedder, texts.slice(start, start + textsAtOnce), { kind })));
    if ((start / textsAtOnce) % 50 === 49) progress(`${vectors.length} of ${texts.length} texts embedded`);
  }
  return vectors;
}
