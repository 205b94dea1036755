import { describe, expect, it } from "vitest";
import { finish } from "../text/finish.ts";
import { toBytes } from "./vector-code.ts";
import { type NearSlot, VectorTable } from "./vector-table.ts";

const dimension = 96;

/** Numbers between -1 and 1 that are the same in every run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state / 2 ** 31 - 1) * 0.999;
  };
}

function unit(values: Float32Array): Float32Array {
  const length = Math.hypot(...values);
  return values.map((value) => value / length);
}

/** Vectors as sentences have them: gathered around topics, each with a good part of its own. */
function topical(count: number, seed: number): Float32Array[] {
  const next = numbers(seed);
  const topics = Array.from({ length: 40 }, () => Float32Array.from({ length: dimension }, next));
  return Array.from({ length: count }, (_, index) => {
    const topic = topics[index % topics.length] as Float32Array;
    return unit(topic.map((value) => value + next() * 0.8));
  });
}

const cosine = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, value, at) => sum + value * (b[at] as number), 0);

function tableOf(vectors: readonly Float32Array[], perSkill = 1): VectorTable {
  const table = new VectorTable({ dimension, perSkill });
  for (let slot = 0; slot * perSkill < vectors.length; slot += 1) {
    const bytes = new Int8Array(perSkill * dimension);
    for (let at = 0; at < perSkill; at += 1)
      bytes.set(toBytes(vectors[slot * perSkill + at] as Float32Array), at * dimension);
    table.put(slot, bytes);
  }
  return table;
}

function nearest(
  table: VectorTable,
  vector: Float32Array,
  slots: number,
  limit: number,
): Generator<void, readonly NearSlot[]> {
  return table.nearest({ vector, slots, skills: slots, limit, idOf: String });
}

describe("VectorTable", () => {
  it("finds what an exact scan of the floats finds, in 98 of 100 places", () => {
    const vectors = topical(4_000, 1);
    const table = tableOf(vectors);
    let shared = 0;
    for (const query of topical(50, 1).map((vector, at) =>
      unit(vector.map((v, c) => v + ((c + at) % 7) * 0.02)),
    )) {
      const exact = vectors
        .map((vector, slot) => ({ slot, cosine: cosine(vector, query) }))
        .sort((a, b) => b.cosine - a.cosine)
        .slice(0, 10)
        .map(({ slot }) => slot);
      const near = new Set(finish(nearest(table, query, vectors.length, 10)).map(({ slot }) => slot));
      shared += exact.filter((slot) => near.has(slot)).length;
    }
    expect(shared / 500).toBeGreaterThanOrEqual(0.98);
  });

  it("tells the cosine of the nearest of a skill's vectors to a hundredth", () => {
    const vectors = topical(20, 2);
    const query = vectors[3] as Float32Array;
    const near = finish(nearest(tableOf(vectors, 2), query, 10, 10));
    expect(near[0]).toMatchObject({ slot: 1, cosine: expect.closeTo(1, 2) });
    for (const { slot, cosine: told } of near) {
      const [one, other] = vectors.slice(slot * 2, slot * 2 + 2) as [Float32Array, Float32Array];
      expect(told).toBeCloseTo(Math.max(cosine(one, query), cosine(other, query)), 2);
    }
  });

  it("ranks a skill by the better of its vectors", () => {
    const vectors = topical(8, 3);
    const [first] = finish(nearest(tableOf(vectors, 2), vectors[5] as Float32Array, 4, 1));
    expect(first?.slot).toBe(2);
  });

  it("finds nothing in an empty slot, one never filled, or beyond those asked for", () => {
    const vectors = topical(6, 4);
    const table = tableOf(vectors);
    table.drop(2);
    const query = vectors[2] as Float32Array;
    expect(finish(nearest(table, query, 6, 6)).map(({ slot }) => slot)).not.toContain(2);
    expect([table.has(2), table.has(500), table.has(50_000)]).toEqual([false, false, false]);
    expect(finish(nearest(table, query, 2, 6))).toHaveLength(2);
  });

  it("finds the same skills in the same order, whatever the slots they stand in", () => {
    const [count, empty] = [3_000, 60_001];
    const vectors = topical(count * 2, 7);
    // Skills with the very vectors of others, so that some tie for the last place.
    for (let at = 0; at < 400; at += 1) vectors[at] = vectors[at % 8] as Float32Array;
    const straight = tableOf(vectors, 2);
    const turned = new VectorTable({ dimension, perSkill: 2 });
    const skillAt = new Map<number, number>();
    for (let skill = 0; skill < count; skill += 1) {
      // Backwards, with empty slots between and at the beginning.
      const slot = empty + (count - 1 - skill) * 2;
      skillAt.set(slot, skill);
      const pair = vectors.slice(skill * 2, skill * 2 + 2).map(toBytes);
      const bytes = new Int8Array(2 * dimension);
      for (const [at, one] of pair.entries()) bytes.set(one, at * dimension);
      turned.put(slot, bytes);
    }
    const query = { limit: 15, skills: count };
    for (const vector of topical(12, 8).concat(vectors.slice(0, 8))) {
      const one = finish(straight.nearest({ ...query, vector, slots: count, idOf: String }));
      const idOf = (slot: number): string => String(skillAt.get(slot));
      const other = finish(turned.nearest({ ...query, vector, slots: empty + count * 2, idOf }));
      expect(other.map(({ slot, cosine }) => [skillAt.get(slot), cosine])).toEqual(
        one.map(({ slot, cosine }) => [slot, cosine]),
      );
    }
  });

  it("moves a skill's vectors to another slot", () => {
    const vectors = topical(6, 5);
    const table = tableOf(vectors);
    table.drop(1);
    table.move(5, 1);
    const [first] = finish(nearest(table, vectors[5] as Float32Array, 6, 1));
    expect(first?.slot).toBe(1);
    expect(table.has(5)).toBe(false);
  });

  it("finds in a library of several segments what it finds in one, and rests between them", () => {
    const vectors = topical(600, 6);
    const query = vectors[7] as Float32Array;
    const far = new VectorTable({ dimension, perSkill: 1 });
    const spread = 23;
    for (const [at, vector] of vectors.entries()) far.put(at * spread, toBytes(vector));
    const [near, steps] = [tableOf(vectors), nearest(far, query, 600 * spread, 10)];
    let rests = 0;
    let step = steps.next();
    for (; step.done !== true; step = steps.next()) rests += 1;
    expect(rests).toBeGreaterThanOrEqual(3);
    const expected = finish(nearest(near, query, 600, 10)).map(({ slot }) => slot * spread);
    expect(step.value.map(({ slot }) => slot)).toEqual(expected);
    far.move(599 * spread, 1);
    expect([far.has(599 * spread), far.has(1)]).toEqual([false, true]);
  });
});
