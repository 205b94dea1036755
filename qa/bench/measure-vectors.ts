import { dotAt } from "../../packages/core/src/index/dot-at.ts";
import { toBytes } from "../../packages/core/src/index/vector-code.ts";
import { VectorTable } from "../../packages/core/src/index/vector-table.ts";
import type { Embedder } from "../../packages/core/src/ports/embedder.ts";
import { finish } from "../../packages/core/src/text/finish.ts";
import { atLeast, told } from "../figure.ts";
import { percentile } from "../percentile.ts";
import type { Figure } from "../report.ts";
import { realVectors, type VectorSample } from "./real-vectors.ts";

const wanted = 10;
/** Percent of the nearest that have to be found. */
const bar = 98;
/** Skills compared exactly, beside as many as the index takes: what more of them would find, and fewer. */
const exactly = [1_000, 2_000, 3_000, 4_000, 6_000, 8_000] as const;

type CosineOf = (vector: number, question: Float32Array) => number;
/** For each question the slots found, and the milliseconds that it took. */
interface Answers {
  readonly slots: readonly (readonly number[])[];
  readonly times: readonly number[];
}

/**
 * How many of the ten nearest that an exact scan of the floats gives a search finds, and what it takes: the index, with
 * one vector a skill and with two, and an exact scan of the stored bytes, which is all that they allow. Times are the
 * least of all questions, which others on the machine disturb least, and the median.
 */
export async function measureVectors(
  sizes: readonly number[],
  embedder: Embedder,
  progress: (text: string) => void,
): Promise<readonly Figure[]> {
  const sample = await realVectors(embedder, sizes.at(-1) as number, progress);
  return sizes.flatMap((size) => {
    progress(`looking among ${size} vectors`);
    return measureSize(sample, size);
  });
}

function measureSize(sample: VectorSample, size: number): readonly Figure[] {
  const { dimension, vectors, questions } = sample;
  const { bytes, lengths } = stored(sample, size);
  const floats = scan(size, questions, (vector, question) => dotOf(vectors, vector * dimension, question));
  const inBytes = scan(
    size,
    questions,
    (vector, question) => dotAt(bytes, vector * dimension, question) / (lengths[vector] as number),
  );
  return [1, 2].flatMap((perSkill) => {
    const slots = Math.floor(size / perSkill);
    const table = tableOf(bytes, { dimension, perSkill }, slots);
    const truth = floats.nearest(perSkill);
    const at = `${size} vectors${perSkill === 1 ? "" : `, ${perSkill} a skill`}`;
    const search = (most?: number): Answers =>
      answers(questions, (vector) => {
        const query = { vector, slots, skills: slots, limit: wanted, idOf: String };
        const near = table.nearest(most === undefined ? query : { ...query, exactly: most });
        return finish(near).map(({ slot }) => slot);
      });
    const index = search();
    return [
      atLeast("vectors.index.found", at, shareFound(index.slots, truth), "%", bar),
      ...timed("vectors.index", at, index.times),
      told("vectors.bytes.found", at, shareFound(inBytes.nearest(perSkill), truth), "%"),
      ...timed("vectors.bytes", at, inBytes.times),
      ...timed("vectors.floats", at, floats.times),
      ...exactly
        .filter((most) => most < slots)
        .flatMap((most) => {
          const found = search(most);
          const name = `vectors.exactly-${most}`;
          return [
            told(`${name}.found`, at, shareFound(found.slots, truth), "%"),
            ...timed(name, at, found.times),
          ];
        }),
    ];
  });
}

function answers(
  questions: readonly Float32Array[],
  search: (question: Float32Array) => readonly number[],
): Answers {
  const times: number[] = [];
  const slots = questions.map((question) => {
    const start = performance.now();
    const found = search(question);
    times.push(performance.now() - start);
    return found;
  });
  return { slots, times };
}

function shareFound(found: readonly (readonly number[])[], truth: readonly (readonly number[])[]): number {
  const shared = found.flatMap((slots, index) => slots.filter((slot) => truth[index]?.includes(slot)));
  return (100 * shared.length) / (found.length * wanted);
}

function timed(name: string, at: string, times: readonly number[]): readonly Figure[] {
  return [
    told(`${name}.least`, at, Math.min(...times), "ms"),
    told(`${name}.p50`, at, percentile(times, 0.5), "ms"),
  ];
}

/** Every vector compared with every question, once, for any number of vectors a skill. */
function scan(size: number, questions: readonly Float32Array[], cosineOf: CosineOf) {
  const times: number[] = [];
  const nearest: Record<number, (readonly number[])[]> = { 1: [], 2: [] };
  const cosines = new Float64Array(size);
  for (const question of questions) {
    const start = performance.now();
    for (let vector = 0; vector < size; vector += 1) cosines[vector] = cosineOf(vector, question);
    times.push(performance.now() - start);
    for (const [perSkill, slots] of Object.entries(nearest)) slots.push(best(cosines, Number(perSkill)));
  }
  return { times, nearest: (perSkill: number): readonly (readonly number[])[] => nearest[perSkill] ?? [] };
}

/** A skill is as near as the nearest of its own. */
function best(cosines: Float64Array, perSkill: number): readonly number[] {
  const bySkill = new Float64Array(Math.floor(cosines.length / perSkill)).fill(-1);
  for (let vector = 0; vector < bySkill.length * perSkill; vector += 1) {
    const slot = Math.floor(vector / perSkill);
    bySkill[slot] = Math.max(bySkill[slot] as number, cosines[vector] as number);
  }
  const last = bySkill.slice().sort()[bySkill.length - wanted] as number;
  const slots: number[] = [];
  for (const [slot, cosine] of bySkill.entries()) if (cosine >= last) slots.push(slot);
  return slots.slice(0, wanted);
}

function stored({ dimension, vectors }: VectorSample, size: number) {
  const bytes = new Int8Array(size * dimension);
  const lengths = new Float32Array(size);
  for (let vector = 0; vector < size; vector += 1) {
    const own = toBytes(vectors.subarray(vector * dimension, (vector + 1) * dimension));
    bytes.set(own, vector * dimension);
    lengths[vector] = Math.sqrt(own.reduce((sum, value) => sum + value * value, 0));
  }
  return { bytes, lengths };
}

function tableOf(bytes: Int8Array, shape: { dimension: number; perSkill: number }, slots: number) {
  const table = new VectorTable(shape);
  const width = shape.dimension * shape.perSkill;
  for (let slot = 0; slot < slots; slot += 1)
    table.put(slot, bytes.subarray(slot * width, (slot + 1) * width));
  return table;
}

/** Four sums side by side, as `dotAt` has them. */
function dotOf(vectors: Float32Array, start: number, question: Float32Array): number {
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let at = 0; at < question.length; at += 4) {
    const place = start + at;
    a += (vectors[place] as number) * (question[at] as number);
    b += (vectors[place + 1] as number) * (question[at + 1] as number);
    c += (vectors[place + 2] as number) * (question[at + 2] as number);
    d += (vectors[place + 3] as number) * (question[at + 3] as number);
  }
  return a + b + c + d;
}
