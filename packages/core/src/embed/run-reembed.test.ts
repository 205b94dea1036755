import { describe, expect, it } from "vitest";
import { all, type EmbedWorld, embedWorld, nextWrite, rowNamed, skillWrite } from "../testing/embed-world.ts";
import { fakeEmbedder } from "../testing/fake-embedder.ts";
import { sampleScope } from "../testing/store-samples.ts";
import { vectorFiller } from "./run-fill-vectors.ts";
import { reembed } from "./run-reembed.ts";

/** A project whose skills have the vectors of `mini`, and a loop with another embedder. */
async function moved(count: number, embedder = fakeEmbedder({ id: "large", dimension: 4 })) {
  const old = embedWorld();
  await old.store.writeHeads(Array.from({ length: count }, (_, index) => skillWrite(`skill-${index}`)));
  await vectorFiller(old.ports, old.clock)({ filter: all });
  return { old, next: embedWorld({ store: old.store, embedder }) };
}

const embeddersIn = async ({ store }: EmbedWorld): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const { facts } of await store.listVectorStates(all, {})) {
    const key = facts === undefined ? "none" : `${facts.embedder} ${facts.dimension}`;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
};

describe("reembed", () => {
  it("DB7: moves a project to another embedder, row by row, and records it at the end", async () => {
    const { next } = await moved(150);
    const progress: string[] = [];
    const records: unknown[] = [];
    const report = await reembed(next.ports, {
      scope: sampleScope,
      onProgress: (done, total) => {
        progress.push(`${done}/${total}`);
        void next.store.readEmbedder(sampleScope).then((record) => records.push(record));
      },
    });
    expect(report).toEqual({ embedded: 150, skipped: 0, failed: 0 });
    expect(progress).toEqual(["0/150", "64/150", "128/150", "150/150", "150/150"]);
    expect(records[0]).toEqual({ embedder: "large", dimension: 4, moving: true });
    expect(await embeddersIn(next)).toEqual({ "large 4": 150 });
    expect(await next.store.readEmbedder(sampleScope)).toEqual({
      embedder: "large",
      dimension: 4,
      moving: false,
    });
    expect(next.ports.record.mismatch).toBeUndefined();
  });

  it("goes on where a call stopped, and embeds no skill twice", async () => {
    const { next } = await moved(150);
    const stopping = new AbortController();
    const first = await reembed(next.ports, {
      scope: sampleScope,
      signal: stopping.signal,
      onProgress: (done) => done >= 64 && stopping.abort(),
    });
    expect(first).toEqual({ embedded: 64, skipped: 86, failed: 0 });
    expect(await next.store.readEmbedder(sampleScope)).toMatchObject({ embedder: "large", moving: true });
    const again = embedWorld({ store: next.store, embedder: fakeEmbedder({ id: "large", dimension: 4 }) });
    expect(await reembed(again.ports, { scope: sampleScope })).toEqual({
      embedded: 86,
      skipped: 64,
      failed: 0,
    });
    const texts = [...next.embedder.calls, ...again.embedder.calls].flatMap((call) => call.texts);
    expect(new Set(texts).size).toBe(texts.length);
    expect(await next.store.readEmbedder(sampleScope)).toMatchObject({ moving: false });
  });

  it("finds nothing to do a second time", async () => {
    const { next } = await moved(3);
    await reembed(next.ports, { scope: sampleScope });
    const calls = next.embedder.calls.length;
    expect(await reembed(next.ports, { scope: sampleScope })).toEqual({ embedded: 0, skipped: 3, failed: 0 });
    expect(next.embedder.calls).toHaveLength(calls);
  });

  it("embeds what others write without these vectors meanwhile", async () => {
    const { next, old } = await moved(2);
    const answer = fakeEmbedder({ id: "large", dimension: 4 });
    next.embedder.behave(async (texts) => {
      if (next.embedder.calls.length === 1) {
        await old.store.writeHeads([skillWrite("late"), nextWrite(await rowNamed(old.store, "skill-1"))]);
      }
      return answer.embed(texts);
    });
    const report = await reembed(next.ports, { scope: sampleScope });
    expect(report).toMatchObject({ embedded: 3, failed: 0 });
    expect(await embeddersIn(next)).toEqual({ "large 4": 3 });
  });

  it("counts the skills that the embedder rejects, does the others, and leaves the move open", async () => {
    const { next } = await moved(5);
    const answer = fakeEmbedder({ id: "large", dimension: 4 });
    next.embedder.behave(async (texts) => {
      if (texts.some((text) => text.includes("skill 2"))) throw new Error("cannot read this");
      return answer.embed(texts);
    });
    expect(await reembed(next.ports, { scope: sampleScope })).toEqual({ embedded: 4, skipped: 0, failed: 1 });
    expect(await embeddersIn(next)).toEqual({ "large 4": 4, "mini 8": 1 });
    expect(await next.store.readEmbedder(sampleScope)).toMatchObject({ moving: true });
  });

  it("ends, and leaves the move open, while others change a skill each time it is embedded", async () => {
    const { next } = await moved(1);
    const answer = fakeEmbedder({ id: "large", dimension: 4 });
    next.embedder.behave(async (texts) => {
      await next.store.writeHeads([nextWrite(await rowNamed(next.store, "skill-0"))]);
      return answer.embed(texts);
    });
    expect(await reembed(next.ports, { scope: sampleScope })).toMatchObject({ embedded: 0, failed: 0 });
    expect(await next.store.readEmbedder(sampleScope)).toMatchObject({ embedder: "large", moving: true });
  });

  it("throws when the embedder fails as a whole, and keeps what is done", async () => {
    const { next } = await moved(100);
    const answer = fakeEmbedder({ id: "large", dimension: 4 });
    next.embedder.behave(async (texts) => {
      if (next.embedder.calls.length > 1) throw new Error("down");
      return answer.embed(texts);
    });
    const embedding = reembed(next.ports, { scope: sampleScope });
    await expect(embedding).rejects.toMatchObject({ code: "EMBEDDER_UNAVAILABLE" });
    expect(await embeddersIn(next)).toEqual({ "large 4": 64, "mini 8": 36 });
  });

  it("ends with EMBEDDING_MISMATCH when another process moves the project elsewhere", async () => {
    const { next } = await moved(100);
    const answer = fakeEmbedder({ id: "large", dimension: 4 });
    next.embedder.behave(async (texts) => {
      const there = await next.store.readEmbedder(sampleScope);
      if (next.embedder.calls.length === 2)
        await next.store.recordEmbedder(
          sampleScope,
          { embedder: "third", dimension: 2, moving: true },
          there,
        );
      return answer.embed(texts);
    });
    const embedding = reembed(next.ports, { scope: sampleScope });
    await expect(embedding).rejects.toMatchObject({ code: "EMBEDDING_MISMATCH" });
    expect(await embeddersIn(next)).toEqual({ "large 4": 64, "mini 8": 36 });
    expect(await next.store.readEmbedder(sampleScope)).toMatchObject({ embedder: "third" });
  });

  it("asks an embedder that names no dimension for its first vector", async () => {
    const { next } = await moved(3, fakeEmbedder({ id: "large", dimension: 4, named: false }));
    expect(await reembed(next.ports, { scope: sampleScope })).toEqual({ embedded: 3, skipped: 0, failed: 0 });
    expect(await next.store.readEmbedder(sampleScope)).toEqual({
      embedder: "large",
      dimension: 4,
      moving: false,
    });
  });

  it("DB9: leaves other projects alone", async () => {
    const { next } = await moved(1);
    const write = skillWrite("theirs");
    const head = { ...write.row.head, id: "theirs", scope: { project: "other" } };
    await next.store.writeHeads([{ ...write, row: { ...write.row, head } }]);
    await reembed(next.ports, { scope: sampleScope });
    const theirs = await next.store.listVectorStates({ scope: { project: "other" }, reach: "within" }, {});
    expect(theirs).toEqual([{ id: "theirs" }]);
    expect(await next.store.readEmbedder({ project: "other" })).toBeUndefined();
  });
});
