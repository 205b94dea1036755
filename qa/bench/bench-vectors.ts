import { embeddingTexts, textKey } from "../../packages/core/src/embed/embedding-texts.ts";
import { embedContents } from "../../packages/core/src/embed/run-embed.ts";
import { toBytes } from "../../packages/core/src/index/vector-code.ts";
import type { Embedder } from "../../packages/core/src/ports/embedder.ts";
import type { SkillVectors } from "../../packages/core/src/types/vectors.ts";
import { seededRandom } from "../random.ts";
import { benchSkill } from "./library.ts";

/** Skills whose keys are really embedded, spread over the library so that every operation and object is there. */
const EMBEDDED = 200;
const STRIDE = 139;
/** Length of what is added to an embedded vector of length one. */
const MOVED = 0.5;
const NOISE_VALUES = 1 << 16;

/**
 * Vectors for any number of skills: those of `EMBEDDED` real ones, each moved a little in a direction of its
 * own, since embedding over a million texts takes hours. Cosines between neighbours are about those of near siblings.
 */
export async function perturbedVectors(embedder: Embedder): Promise<(index: number) => SkillVectors> {
  const contents = Array.from({ length: EMBEDDED }, (_, at) => benchSkill(at * STRIDE, 0).version.content);
  const embedded = await embedContents(embedder, contents);
  const random = seededRandom(17);
  const noise = Float32Array.from({ length: NOISE_VALUES }, () => random() * 2 - 1);
  return (index) => {
    const base = embedded[index % EMBEDDED] as SkillVectors;
    const { dimension } = base;
    const start = (index * 7_919) % (NOISE_VALUES - dimension);
    const moved = new Int8Array(base.bytes.length);
    for (let at = 0; at < moved.length; at += dimension) {
      const vector = Float32Array.from(base.bytes.subarray(at, at + dimension));
      const scale = (Math.hypot(...vector) * MOVED) / Math.sqrt(dimension / 3);
      for (let place = 0; place < dimension; place += 1)
        vector[place] = (vector[place] as number) + scale * (noise[start + place] as number);
      moved.set(toBytes(vector), at);
    }
    return { ...base, bytes: moved, textKey: textKey(embeddingTexts(benchSkill(index, 0).version.content)) };
  };
}
