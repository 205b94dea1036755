import { describe, expect, it } from "vitest";
import { spreadEvenly } from "../index/spread-evenly.ts";
import { toBytes } from "../index/vector-code.ts";
import type { Embedder } from "../ports/embedder.ts";
import { skillWrite } from "../testing/embed-world.ts";
import { fakeEmbedder, vectorOf } from "../testing/fake-embedder.ts";
import { embeddingTexts, textKey } from "./embedding-texts.ts";
import { embedContents, embedTexts } from "./run-embed.ts";
import { unitMean, unitVector } from "./unit-mean.ts";

const contentOf = (name: string, queries: readonly string[] = []) => {
  const { content } = skillWrite(name).row.served;
  return { ...content, keys: { ...content.keys, queries } };
};

const giving = (vectors: readonly Float32Array[], dimension: number | undefined = 2): Embedder => ({
  id: "broken",
  dimension,
  embed: async () => vectors,
});

describe("embedContents", () => {
  it("stores for each skill the mean of each list of its texts, and zeros for an empty one", async () => {
    const embedder = fakeEmbedder();
    const content = contentOf("push", ["push fails", "no upstream"]);
    const [vectors] = await embedContents(embedder, [content]);
    const texts = embeddingTexts(content);
    expect(vectors).toMatchObject({ embedder: "mini", textKey: textKey(texts), dimension: 8 });
    const expected = texts.map((list) =>
      list.length === 0
        ? new Int8Array(8)
        : toBytes(unitMean(list.map((text) => spreadEvenly(vectorOf(text, 8))))),
    );
    expect([...(vectors?.bytes ?? [])]).toEqual(expected.flatMap((bytes) => [...bytes]));
  });

  it("embeds the texts of many skills in calls of at most 64, each distinct text once, as passages", async () => {
    const embedder = fakeEmbedder();
    const contents = Array.from({ length: 100 }, (_, index) => contentOf(`skill-${index}`, ["shared"]));
    expect(await embedContents(embedder, contents)).toHaveLength(100);
    expect(embedder.calls.map(({ texts }) => texts.length)).toEqual([64, 37]);
    expect(embedder.calls.every(({ kind }) => kind === "passage")).toBe(true);
    expect(new Set(embedder.calls.flatMap(({ texts }) => texts)).size).toBe(101);
  });

  it("refuses a dimension that changes between calls of an embedder that names none", async () => {
    const embedder = fakeEmbedder({ named: false });
    embedder.behave(async (texts) => texts.map((text) => vectorOf(text, texts.length === 64 ? 8 : 4)));
    const contents = Array.from({ length: 70 }, (_, index) => contentOf(`skill-${index}`));
    await expect(embedContents(embedder, contents)).rejects.toMatchObject({ code: "EMBEDDING_MISMATCH" });
  });

  it("passes the signal on", async () => {
    const embedder = fakeEmbedder();
    embedder.behave(async (_texts, options) => {
      options?.signal?.throwIfAborted();
      return [];
    });
    const reason = new Error("enough");
    await expect(embedContents(embedder, [contentOf("push")], AbortSignal.abort(reason))).rejects.toBe(
      reason,
    );
  });
});

describe("embedTexts", () => {
  it("gives vectors of length one, turned", async () => {
    const vectors = [Float32Array.from([3, 4, 0]), Float32Array.from([0, 0, -7])];
    const given = await embedTexts(giving(vectors, 3), ["a", "b"], {});
    expect(given[0]).toEqual(spreadEvenly(Float32Array.from([0.6, 0.8, 0])));
    expect(given[1]).toEqual(spreadEvenly(Float32Array.from([0, 0, -1])));
    expect(Math.hypot(...(given[0] ?? []))).toBeCloseTo(1);
  });

  it.each([
    ["too few vectors", giving([]), "EMBEDDER_UNAVAILABLE"],
    ["a vector that is too short", giving([new Float32Array([1])]), "EMBEDDING_MISMATCH"],
    ["a vector that is too long", giving([new Float32Array([1, 0, 0])]), "EMBEDDING_MISMATCH"],
    ["a number that is none", giving([new Float32Array([1, Number.NaN])]), "EMBEDDER_UNAVAILABLE"],
    ["an infinite number", giving([new Float32Array([1, Infinity])]), "EMBEDDER_UNAVAILABLE"],
    ["zeros", giving([new Float32Array(2)]), "EMBEDDER_UNAVAILABLE"],
  ])("refuses %s, and says nothing of the text", async (_what, embedder, code) => {
    const error = await embedTexts(embedder, ["the text"], {}).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code });
    expect(String(error)).not.toContain("the text");
  });
});

describe("unitMean", () => {
  it("lets vectors of every length count the same", () => {
    const mean = unitMean([Float32Array.from([100, 0]), Float32Array.from([0, 0.01])]);
    expect(mean[0]).toBeCloseTo(Math.SQRT1_2);
    expect(mean[1]).toBeCloseTo(Math.SQRT1_2);
  });

  it("takes the first of vectors that cancel out", () => {
    expect([...unitMean([Float32Array.from([1, 0]), Float32Array.from([-1, 0])])]).toEqual([1, 0]);
    expect([...unitVector(new Float32Array(2))]).toEqual([0, 0]);
  });
});
