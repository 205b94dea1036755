import { describe, expect, it } from "vitest";
import { memoryStore } from "../io/memory/memory-store.ts";
import type { Store } from "../ports/store.ts";
import { all, type EmbedWorld, embedWorld, nextWrite, rowNamed, skillWrite } from "../testing/embed-world.ts";
import { fakeEmbedder } from "../testing/fake-embedder.ts";
import { sampleScope } from "../testing/store-samples.ts";
import { embeddingTexts, textKey } from "./embedding-texts.ts";
import { withVectors } from "./run-write-vectors.ts";

const writerOf = (world: EmbedWorld, onEmbedded?: (done: number, total: number) => void): Store =>
  withVectors({
    store: world.store,
    embedding: world.ports,
    onError: (error) => world.told.push(error as Error),
    onEmbedded,
  });

const bareWriter = (store: Store): Store => withVectors({ store, onError: () => {} });
const count = ({ embedder }: EmbedWorld): number => embedder.calls.flatMap(({ texts }) => texts).length;

describe("withVectors", () => {
  it("writes a skill with the vectors of its keys, and records the embedder with the first of them", async () => {
    const world = embedWorld();
    await writerOf(world).writeHeads([skillWrite("push")]);
    const row = await rowNamed(world.store, "push");
    expect(row.vectors).toMatchObject({
      embedder: "mini",
      dimension: 8,
      textKey: textKey(embeddingTexts(row.served.content)),
    });
    expect(row.vectors?.bytes).toHaveLength(8 * embeddingTexts(row.served.content).length);
    const record = await world.store.readEmbedder(sampleScope);
    expect(record).toEqual({ embedder: "mini", dimension: 8, moving: false });
  });

  it("embeds again only what has other texts", async () => {
    const world = embedWorld();
    const writer = writerOf(world);
    await writer.writeHeads([skillWrite("push")]);
    const before = await rowNamed(world.store, "push");
    const asked = count(world);
    await writer.writeHeads([nextWrite(before)]);
    expect(count(world)).toBe(asked);
    expect((await rowNamed(world.store, "push")).vectors).toEqual(before.vectors);
    await writer.writeHeads([nextWrite(await rowNamed(world.store, "push"), { description: "Otherwise." })]);
    expect(count(world)).toBe(asked + 1);
    expect((await rowNamed(world.store, "push")).vectors?.textKey).not.toBe(before.vectors?.textKey);
  });

  it("a write without an embedder keeps vectors of the same texts and drops those of others", async () => {
    const world = embedWorld();
    await writerOf(world).writeHeads([skillWrite("push")]);
    const before = await rowNamed(world.store, "push");
    const bare = bareWriter(world.store);
    await bare.writeHeads([nextWrite(before), skillWrite("pull")]);
    expect((await rowNamed(world.store, "push")).vectors).toEqual(before.vectors);
    expect((await rowNamed(world.store, "pull")).vectors).toBeUndefined();
    await bare.writeHeads([nextWrite(await rowNamed(world.store, "push"), { description: "Otherwise." })]);
    expect((await rowNamed(world.store, "push")).vectors).toBeUndefined();
  });

  it("embeds a batch of many skills in few calls and tells how far it is", async () => {
    const world = embedWorld();
    const progress: string[] = [];
    const writes = Array.from({ length: 150 }, (_, index) => skillWrite(`skill-${index}`));
    await writerOf(world, (done, total) => progress.push(`${done}/${total}`)).writeHeads(writes);
    expect(world.embedder.calls).toHaveLength(3);
    expect(progress).toEqual(["64/150", "128/150", "150/150"]);
    const rows = await world.store.listHeads(all);
    expect(rows.filter(({ vectors }) => vectors !== undefined)).toHaveLength(150);
  });

  it("writes without vectors while the embedder fails, tells once, and keeps what was embedded before", async () => {
    const world = embedWorld();
    const writer = writerOf(world);
    let calls = 0;
    world.embedder.behave(async (texts) => {
      calls += 1;
      if (calls > 1) throw new Error("down");
      return texts.map(() => Float32Array.from([1, 0, 0, 0, 0, 0, 0, 0]));
    });
    const writes = Array.from({ length: 70 }, (_, index) => skillWrite(`skill-${index}`));
    expect(await writer.writeHeads(writes)).toEqual(new Set());
    expect(await writer.writeHeads([skillWrite("push")])).toEqual(new Set());
    const rows = await world.store.listHeads(all);
    expect(rows).toHaveLength(71);
    expect(rows.filter(({ vectors }) => vectors !== undefined)).toHaveLength(64);
    expect(world.told.map((error) => (error as { code?: string }).code)).toEqual(["EMBEDDER_UNAVAILABLE"]);
  });

  it("writes without vectors when the embedder takes longer than its time", async () => {
    const world = embedWorld();
    world.embedder.behave(() => new Promise(() => {}));
    const writing = writerOf(world).writeHeads([skillWrite("push")]);
    while (world.embedder.calls.length === 0) await Promise.resolve();
    await world.clock.advance(10_000);
    expect(await writing).toEqual(new Set());
    expect((await rowNamed(world.store, "push")).vectors).toBeUndefined();
  });

  it("stores no vector of a wrong length", async () => {
    const world = embedWorld();
    world.embedder.behave(async (texts) => texts.map(() => Float32Array.from([1, 2, 3])));
    await writerOf(world).writeHeads([skillWrite("push")]);
    expect((await rowNamed(world.store, "push")).vectors).toBeUndefined();
    expect(await world.store.readEmbedder(sampleScope)).toBeUndefined();
    expect(world.told).toMatchObject([{ code: "EMBEDDING_MISMATCH" }]);
  });

  it.each([
    ["id", { id: "other" }],
    ["dimension", { dimension: 4 }],
  ])(
    "DB7: mixes no vectors of an embedder with another %s, and names the way out once",
    async (_what, options) => {
      const first = embedWorld();
      await writerOf(first).writeHeads([skillWrite("push")]);
      const before = await rowNamed(first.store, "push");
      const other = embedWorld({ store: first.store, embedder: fakeEmbedder(options) });
      const writer = writerOf(other);
      await writer.writeHeads([skillWrite("pull"), nextWrite(before)]);
      await writer.writeHeads([skillWrite("fetch")]);
      expect((await rowNamed(first.store, "push")).vectors).toEqual(before.vectors);
      for (const name of ["pull", "fetch"])
        expect((await rowNamed(first.store, name)).vectors).toBeUndefined();
      expect(other.told).toMatchObject([{ code: "EMBEDDING_MISMATCH" }]);
      expect(other.told[0]?.message).toContain("skillloop reembed");
      expect(other.embedder.calls).toEqual([]);
    },
  );

  it("DB7: an embedder that names no dimension is held to the recorded one once it gives a vector", async () => {
    const first = embedWorld();
    await writerOf(first).writeHeads([skillWrite("push")]);
    const other = embedWorld({ store: first.store, embedder: fakeEmbedder({ dimension: 4, named: false }) });
    await writerOf(other).writeHeads([skillWrite("pull")]);
    expect((await rowNamed(first.store, "pull")).vectors).toBeUndefined();
    expect(other.told).toMatchObject([{ code: "EMBEDDING_MISMATCH" }]);
  });

  it("of two embedders that write the first vectors at once, one becomes the project's", async () => {
    const store = memoryStore();
    const worlds = [embedWorld({ store }), embedWorld({ store, embedder: fakeEmbedder({ id: "other" }) })];
    await Promise.all(
      worlds.map((world, index) => writerOf(world).writeHeads([skillWrite(`skill-${index}`)])),
    );
    const record = await store.readEmbedder(sampleScope);
    const made = (await store.listHeads(all)).flatMap(({ vectors }) => vectors?.embedder ?? []);
    expect(made).toEqual([record?.embedder]);
  });

  it("calls every other method of the store as its own", async () => {
    class OwnStore {
      readonly #token = "mine";
      async libraryToken(): Promise<string> {
        return this.#token;
      }
    }
    const store = withVectors({ store: new OwnStore() as unknown as Store, onError: () => {} });
    expect(await store.libraryToken()).toBe("mine");
  });
});
