import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { SkillLoopError } from "../errors.ts";
import { openLanceStore } from "../io/lancedb/open-lance-store.ts";
import { memoryStore } from "../io/memory/memory-store.ts";
import type { Store } from "../ports/store.ts";
import { SkillLoop } from "../skill-loop.ts";
import { all, skillWrite } from "../testing/embed-world.ts";
import { type FakeEmbedder, fakeEmbedder } from "../testing/fake-embedder.ts";
import { manualClock } from "../testing/manual-clock.ts";
import { sampleScope } from "../testing/store-samples.ts";
import type { LoopOptions } from "../types/loop.ts";
import { createReporter } from "./loop-core.ts";
import { type LoopEmbedding, loopEmbedding } from "./loop-embedding.ts";

const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

async function openLoop(options: LoopOptions): Promise<{ loop: SkillLoop; told: SkillLoopError[] }> {
  const told: SkillLoopError[] = [];
  const onError = (error: SkillLoopError): void => {
    told.push(error);
  };
  const loop = await SkillLoop.open({ scope: sampleScope, worker: "manual", onError, ...options });
  endings.push(() => loop.close());
  return { loop, told };
}

async function imported(loop: SkillLoop, names: readonly string[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "skillloop-embed-"));
  endings.push(() => rm(folder, { recursive: true, force: true }));
  const { mkdir, writeFile } = await import("node:fs/promises");
  for (const name of names) {
    await mkdir(join(folder, name));
    const text = `---\nname: ${name}\ndescription: How to ${name} without harm.\n---\nRun it and look.\n`;
    await writeFile(join(folder, name, "SKILL.md"), text);
  }
  const report = await loop.skills.importDirectory(folder, { by: "mara" });
  expect(report.rejected).toEqual([]);
}

const embeddersIn = async (store: Store): Promise<readonly (string | undefined)[]> =>
  (await store.listVectorStates(all, {})).map(({ facts }) => facts?.embedder);

const newHome = async (): Promise<string> => {
  const home = await mkdtemp(join(tmpdir(), "skillloop-embed-"));
  endings.push(() => rm(home, { recursive: true, force: true }));
  return home;
};

describe("a loop with an embedder", () => {
  it("gives imported skills their vectors, and a loop without one keeps them through a person's acts", async () => {
    const store = memoryStore();
    const { loop } = await openLoop({ store, embedder: fakeEmbedder() });
    await imported(loop, ["push", "pull"]);
    expect(await embeddersIn(store)).toEqual(["mini", "mini"]);
    const plain = await openLoop({ store });
    await plain.loop.skills.approve("push", { by: "mara" });
    await plain.loop.skills.retire("pull", { by: "mara" });
    expect(await embeddersIn(store)).toEqual(["mini", "mini"]);
  });

  it("fills what was written without an embedder when process() is called", async () => {
    const store = memoryStore();
    const plain = await openLoop({ store });
    await imported(plain.loop, ["push", "pull"]);
    expect(await embeddersIn(store)).toEqual([undefined, undefined]);
    const { loop } = await openLoop({ store, embedder: fakeEmbedder() });
    await loop.process();
    expect(await embeddersIn(store)).toEqual(["mini", "mini"]);
  });

  it("fills it in the background where a worker runs, and never for a recall", async () => {
    const store = memoryStore();
    // As a person left it: the hourly tidying has no reason to write it, and so to embed it, by itself.
    await imported((await openLoop({ store })).loop, ["push"]);
    const manual = await openLoop({ store, embedder: fakeEmbedder() });
    await manual.loop.recall("push the branch");
    expect(await embeddersIn(store)).toEqual([undefined]);
    const clock = manualClock();
    const { loop } = await openLoop({ store, clock, embedder: fakeEmbedder(), worker: "background" });
    for (let round = 0; round < 200 && (await embeddersIn(store))[0] === undefined; round += 1) {
      await clock.advance(5_000);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await embeddersIn(store)).toEqual(["mini"]);
    await loop.stopWorker();
  });

  it("does not fail process() when the embedder does, and tells of it", async () => {
    const store = memoryStore();
    await store.writeHeads([skillWrite("push")]);
    const embedder = fakeEmbedder();
    embedder.behave(async () => {
      throw new Error("down");
    });
    const { loop, told } = await openLoop({ store, embedder });
    expect(await loop.process()).toMatchObject({ learned: 0 });
    expect(told.map(({ code }) => code)).toEqual(["EMBEDDER_UNAVAILABLE"]);
  });

  it("warms the embedder at open without waiting for it, tells of its failure, and closes only its own", async () => {
    let closed = 0;
    const embedder = {
      ...fakeEmbedder(),
      warm: async () => {
        throw new Error("no such model");
      },
      close: async () => {
        closed += 1;
      },
    };
    const { loop, told } = await openLoop({ store: memoryStore(), embedder });
    await new Promise((resolve) => setImmediate(resolve));
    expect(told.map(({ code }) => code)).toEqual(["INTERNAL"]);
    const hanging = { ...fakeEmbedder(), warm: () => new Promise<void>(() => {}) };
    await openLoop({ store: memoryStore(), embedder: hanging });
    await loop.close();
    expect(closed).toBe(0);
  });

  it("DB7: a home of 384 components opened with 256 tells EMBEDDING_MISMATCH, keeps its rows, and reembed is the way out", async () => {
    const home = await newHome();
    const first = await openLoop({ home, embedder: fakeEmbedder({ dimension: 384 }) });
    await imported(first.loop, ["push", "pull"]);
    await first.loop.close();

    const small = fakeEmbedder({ dimension: 256 });
    const { loop, told } = await openLoop({ home, embedder: small });
    expect(told).toMatchObject([{ code: "EMBEDDING_MISMATCH" }]);
    expect(told[0]?.remedy).toContain("skillloop reembed");
    expect(told[0]?.remedy).toContain("loop.skills.reembed()");
    await imported(loop, ["fetch"]);
    await loop.process();
    expect(small.calls).toEqual([]);
    const dimensions = async () => {
      const store = await openLanceStore({ home });
      const found = (await store.readLibrary(all)).changed.map(({ vectors }) => vectors?.dimension);
      await store.close();
      return found.sort();
    };
    expect(await dimensions()).toEqual([384, 384, undefined]);
    expect(await loop.skills.reembed()).toEqual({ embedded: 3, skipped: 0, failed: 0 });
    expect(await dimensions()).toEqual([256, 256, 256]);
    await loop.close();
    expect(await openLoop({ home, embedder: small })).toMatchObject({ told: [] });
  });

  it("reembed says what to do without an embedder, and on a scope narrower than its project", async () => {
    const { loop: plain } = await openLoop({ store: memoryStore() });
    await expect(plain.skills.reembed()).rejects.toMatchObject({ code: "EMBEDDER_UNAVAILABLE" });
    const { loop } = await openLoop({ store: memoryStore(), embedder: fakeEmbedder() });
    const narrow = loop.scoped({ user: "ann" });
    await expect(narrow.skills.reembed()).rejects.toMatchObject({ code: "NOT_ALLOWED" });
  });

  it("reembed passes over a progress function that throws", async () => {
    const store = memoryStore();
    await store.writeHeads([skillWrite("push")]);
    const { loop, told } = await openLoop({ store, embedder: fakeEmbedder() });
    const onProgress = (): void => {
      throw new Error("a bar that broke");
    };
    expect(await loop.skills.reembed({ onProgress })).toEqual({ embedded: 1, skipped: 0, failed: 0 });
    expect(told.length).toBeGreaterThan(0);
  });
});

describe("the query side", () => {
  const embeddingOf = (store: Store, embedder: FakeEmbedder) => {
    const clock = manualClock();
    const told: SkillLoopError[] = [];
    const report = createReporter({ onError: (error) => told.push(error) });
    const facts = { store, embedder, scope: sampleScope, clock, report, timeoutMs: 10_000, owned: true };
    return { clock, told, embedding: loopEmbedding(facts) };
  };
  const queryOf = ({ query }: LoopEmbedding) => {
    if (query === undefined) throw new Error("no query side");
    return query;
  };

  it("gives a question as a unit vector", async () => {
    const embedder = fakeEmbedder();
    const { embedding } = embeddingOf(memoryStore(), embedder);
    await embedding.open();
    const vectors = await queryOf(embedding).queryVectors(["how do I push"]);
    expect(vectors.map((vector) => Math.hypot(...vector))).toEqual([expect.closeTo(1)]);
    expect(embedder.calls).toEqual([{ texts: ["how do I push"], kind: "query" }]);
  });

  it("hands the index the vectors of its own embedder", async () => {
    const store = memoryStore();
    const { embedding } = embeddingOf(store, fakeEmbedder());
    await embedding.open();
    await embedding.store.writeHeads([skillWrite("push")]);
    const [row] = (await store.readLibrary(all)).changed;
    if (row === undefined) throw new Error("no row");
    expect(embedding.vectorsOf?.(row)).toEqual({ dimension: 8, bytes: row.vectors?.bytes });
    const other = embeddingOf(store, fakeEmbedder({ id: "other" })).embedding;
    await other.open();
    expect(other.vectorsOf?.(row)).toBeUndefined();
  });

  it("DB7: rejects with the mismatch, without asking the embedder, until the project is moved", async () => {
    const store = memoryStore();
    await embeddingOf(store, fakeEmbedder()).embedding.store.writeHeads([skillWrite("push")]);
    const embedder = fakeEmbedder({ id: "other" });
    const { embedding, told } = embeddingOf(store, embedder);
    await embedding.open();
    const query = queryOf(embedding);
    await expect(query.queryVectors(["a"])).rejects.toMatchObject({ code: "EMBEDDING_MISMATCH" });
    expect(embedder.calls).toEqual([]);
    expect(told).toHaveLength(1);
    await embedding.reembed(sampleScope);
    expect((await query.queryVectors(["a"]))[0]).toHaveLength(8);
  });

  it("DB7: learns within seconds that another process has moved the project", async () => {
    const store = memoryStore();
    const { embedding, clock, told } = embeddingOf(store, fakeEmbedder());
    await embedding.open();
    await embedding.store.writeHeads([skillWrite("push")]);
    const query = queryOf(embedding);
    await query.queryVectors(["a"]);
    await embeddingOf(store, fakeEmbedder({ id: "other" })).embedding.reembed(sampleScope);
    await clock.advance(5_000);
    await query.queryVectors(["a"]).catch(() => {});
    await new Promise((resolve) => setImmediate(resolve));
    await expect(query.queryVectors(["a"])).rejects.toMatchObject({ code: "EMBEDDING_MISMATCH" });
    expect(told).toHaveLength(1);
  });

  it("DB7: holds an embedder that names no dimension to the recorded one at its first vector", async () => {
    const store = memoryStore();
    await embeddingOf(store, fakeEmbedder()).embedding.store.writeHeads([skillWrite("push")]);
    const { embedding } = embeddingOf(store, fakeEmbedder({ dimension: 4, named: false }));
    await embedding.open();
    const query = queryOf(embedding);
    await expect(query.queryVectors(["a"])).rejects.toMatchObject({ code: "EMBEDDING_MISMATCH" });
  });
});
