import { describe, expect, it } from "vitest";
import { memoryStore } from "../io/memory/memory-store.ts";
import { all, embedWorld, nextWrite, rowNamed, skillWrite } from "../testing/embed-world.ts";
import { fakeEmbedder } from "../testing/fake-embedder.ts";
import { embeddingTexts } from "./embedding-texts.ts";
import { vectorFiller } from "./run-fill-vectors.ts";

const withSkills = async (count: number, world = embedWorld()) => {
  await world.store.writeHeads(Array.from({ length: count }, (_, index) => skillWrite(`skill-${index}`)));
  return { ...world, fill: vectorFiller(world.ports, world.clock) };
};

const lackingIn = async ({ store }: { readonly store: ReturnType<typeof memoryStore> }): Promise<string[]> =>
  (await store.listHeads(all)).filter(({ vectors }) => vectors === undefined).map(({ head }) => head.name);

describe("vectorFiller", () => {
  it("embeds the rows that have no vectors, and looks for none until the library changes", async () => {
    const world = await withSkills(100);
    expect(await world.fill({ filter: all })).toBe(100);
    expect(await lackingIn(world)).toEqual([]);
    expect(await world.fill({ filter: all })).toBe(0);
    await world.store.writeHeads([skillWrite("push")]);
    expect(await world.fill({ filter: all })).toBe(1);
    const calls = world.embedder.calls.length;
    expect(await world.fill({ filter: all })).toBe(0);
    expect(world.embedder.calls).toHaveLength(calls);
  });

  it("changes nothing of a row but its vectors and its rev", async () => {
    const world = await withSkills(1);
    const before = await rowNamed(world.store, "skill-0");
    await world.fill({ filter: all });
    const { vectors, ...after } = await rowNamed(world.store, "skill-0");
    expect(vectors?.embedder).toBe("mini");
    expect(after).toEqual({ ...before, head: { ...before.head, rev: before.head.rev + 1 } });
  });

  it("lets a write win that came while it was embedding", async () => {
    const world = await withSkills(1);
    const row = await rowNamed(world.store, "skill-0");
    world.embedder.behave(async (texts) => {
      await world.store.writeHeads([nextWrite(row, { description: "Newer." })]);
      world.embedder.behave();
      return world.embedder.embed(texts);
    });
    expect(await world.fill({ filter: all })).toBe(0);
    const after = await rowNamed(world.store, "skill-0");
    expect(after.served.content.description).toBe("Newer.");
    expect(after.vectors).toBeUndefined();
    expect(await world.fill({ filter: all })).toBe(1);
  });

  it("does no harm when two processes fill at once", async () => {
    const store = memoryStore();
    const one = await withSkills(80, embedWorld({ store }));
    const two = embedWorld({ store });
    const filled = await Promise.all([
      one.fill({ filter: all }),
      vectorFiller(two.ports, two.clock)({ filter: all }),
    ]);
    expect(filled[0] + filled[1]).toBe(80);
    expect(await lackingIn(one)).toEqual([]);
  });

  it("embeds no skill that another process has done by the time its batch comes", async () => {
    const world = await withSkills(100);
    const other = embedWorld({ store: world.store });
    world.embedder.behave(async (texts) => {
      world.embedder.behave();
      await vectorFiller(other.ports, other.clock)({ filter: all });
      return world.embedder.embed(texts);
    });
    expect(await world.fill({ filter: all })).toBe(0);
    // Its own first batch, asked for again inside the double.
    expect(world.embedder.calls.map(({ texts }) => texts.length)).toEqual([64, 64]);
    expect(await lackingIn(world)).toEqual([]);
  });

  it("stops at an outage, rests, and goes on afterwards", async () => {
    const world = await withSkills(100);
    world.embedder.behave(async () => {
      throw new Error("down");
    });
    expect(await world.fill({ filter: all })).toBe(0);
    const calls = world.embedder.calls.length;
    expect(calls).toBeLessThanOrEqual(2);
    expect(await world.fill({ filter: all })).toBe(0);
    expect(world.embedder.calls).toHaveLength(calls);
    world.embedder.behave();
    await world.clock.advance(60_000);
    expect(await world.fill({ filter: all })).toBe(100);
    expect(world.told).toHaveLength(1);
  });

  it("fills the others when the embedder chokes on one text", async () => {
    const world = await withSkills(5);
    const answer = fakeEmbedder();
    world.embedder.behave(async (texts) => {
      if (texts.some((text) => text.includes("skill 3"))) throw new Error("cannot read this");
      return answer.embed(texts);
    });
    expect(await world.fill({ filter: all })).toBe(4);
    expect(await lackingIn(world)).toEqual(["skill-3"]);
  });

  it("embeds anew what was made of texts of an older form", async () => {
    const world = await withSkills(1);
    const row = await rowNamed(world.store, "skill-0");
    const old = { embedder: "mini", textKey: "t0-abc", dimension: 8, bytes: new Int8Array(8).fill(1) };
    const write = nextWrite(row);
    await world.store.writeHeads([{ ...write, row: { ...write.row, vectors: old } }]);
    expect(await world.fill({ filter: all })).toBe(1);
    const { vectors, served } = await rowNamed(world.store, "skill-0");
    expect(vectors?.bytes).toHaveLength(8 * embeddingTexts(served.content).length);
  });

  it("DB7: does nothing while the project's vectors are another embedder's", async () => {
    const first = await withSkills(2);
    await first.fill({ filter: all });
    await first.store.writeHeads([skillWrite("push")]);
    const other = embedWorld({ store: first.store, embedder: fakeEmbedder({ id: "other" }) });
    expect(await vectorFiller(other.ports, other.clock)({ filter: all })).toBe(0);
    expect(other.embedder.calls).toEqual([]);
    expect(await lackingIn(first)).toEqual(["push"]);
    expect(other.told).toMatchObject([{ code: "EMBEDDING_MISMATCH" }]);
  });

  it("DB9: fills the rows of its filter and no others", async () => {
    const world = await withSkills(2);
    const ann = { project: "billing", user: "ann" };
    const write = skillWrite("anns");
    const head = { ...write.row.head, id: "anns", scope: ann };
    await world.store.writeHeads([{ ...write, row: { ...write.row, head } }]);
    expect(await world.fill({ filter: { scope: ann, reach: "within" } })).toBe(1);
    expect(await lackingIn(world)).toEqual(["skill-0", "skill-1"]);
  });

  it("ends between two batches when it is told to", async () => {
    const world = await withSkills(130);
    const stopping = new AbortController();
    const answer = fakeEmbedder();
    world.embedder.behave(async (texts) => {
      if (world.embedder.calls.length === 2) stopping.abort();
      return answer.embed(texts);
    });
    expect(await world.fill({ filter: all, signal: stopping.signal })).toBe(64);
    world.embedder.behave();
    expect(await world.fill({ filter: all })).toBe(66);
  });
});
