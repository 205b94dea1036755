import { describe, expect, it } from "vitest";
import { finish } from "../text/finish.ts";
import { calibrate } from "./calibrate.ts";
import { createPartition, type Partition, removeEntry, upsertEntry } from "./partition.ts";
import { buildSearchDocument } from "./search-document.ts";
import { toBytes } from "./vector-code.ts";

const dimension = 16;
const document = buildSearchDocument({
  name: "any",
  description: "",
  kind: "repair",
  bullets: [],
  keys: { appliesWhen: [], symptoms: [], signatures: [], queries: [], notFor: [] },
  signature: { intent: "", object: "", environment: "", constraints: [], notes: "" },
  uses: [],
});

/** A direction of its own, with something of the one that all share. */
function direction(own: number, common: number): Float32Array {
  const vector = new Float32Array(dimension);
  vector[own] = 1;
  vector[dimension - 1] = common;
  return vector;
}

function libraryOf(skills: number, common: number): Partition<string> {
  const partition = createPartition<string>();
  for (let at = 0; at < skills; at += 1) put(partition, at, common);
  return partition;
}

function put(partition: Partition<string>, at: number, common: number, own = at): void {
  const about = toBytes(direction(own, common));
  const bytes = new Int8Array(4 * dimension);
  bytes.set(about);
  bytes.set(about, 3 * dimension);
  upsertEntry(partition, { id: `s${at}`, rank: 2, document, payload: "", vectors: { dimension, bytes } });
}

describe("calibrate", () => {
  it("tells what a skill has in common with its own queries, and what with its neighbour's", () => {
    const found = finish(calibrate([libraryOf(10, 1)]));
    expect(found?.own).toBeCloseTo(1, 2);
    expect(found?.noise).toBeCloseTo(0.5, 2);
    expect(finish(calibrate([libraryOf(10, 0)]))?.noise).toBeCloseTo(0, 2);
  });

  it("says nothing of a library too small to tell, or without vectors", () => {
    expect(finish(calibrate([libraryOf(7, 1)]))).toBeUndefined();
    expect(finish(calibrate([]))).toBeUndefined();
    const plain = createPartition<string>();
    for (let at = 0; at < 10; at += 1)
      upsertEntry(plain, { id: `s${at}`, rank: 2, document, payload: "", vectors: undefined });
    expect(finish(calibrate([plain]))).toBeUndefined();
  });

  it("counts only skills that have vectors", () => {
    const partition = libraryOf(6, 1);
    for (let at = 6; at < 12; at += 1)
      upsertEntry(partition, { id: `s${at}`, rank: 2, document, payload: "", vectors: undefined });
    expect(finish(calibrate([partition]))).toBeUndefined();
  });

  it("looks at the largest scope and at no skill that is gone", () => {
    const large = libraryOf(12, 0);
    expect(finish(calibrate([libraryOf(9, 1), large]))?.noise).toBeCloseTo(0, 2);
    for (let at = 0; at < 5; at += 1) removeEntry(large, `s${at}`);
    expect(finish(calibrate([large]))).toBeUndefined();
  });

  it("finds a skill's neighbours in a large library that was written anew as a whole", () => {
    const partition = createPartition<string>();
    const many = 2_100;
    for (const _ of ["new", "again"])
      for (let at = 0; at < many; at += 1) put(partition, at, 1, at % (dimension - 1));
    expect(partition.slots.findIndex((slot) => slot !== undefined)).toBe(many);
    // Every direction is that of many skills.
    expect(finish(calibrate([partition]))?.noise).toBeCloseTo(1, 2);
  });

  it("says the same of the same skills, in whatever order they were written", () => {
    const inOrder = createPartition<string>();
    const anew = createPartition<string>();
    const ids = Array.from({ length: 100 }, (_, at) => at);
    // Only some are like their neighbours: another sample would have another mean.
    const write = (partition: Partition<string>, at: number) =>
      put(partition, at, at % 3, at % (dimension - 1));
    for (const at of ids) write(inOrder, at);
    for (const at of ids.toSorted((a, b) => ((a * 37) % 101) - ((b * 37) % 101))) write(anew, at);
    const found = finish(calibrate([inOrder]));
    expect(found?.noise).toBeGreaterThan(0);
    expect(finish(calibrate([anew]))).toEqual(found);
  });
});
