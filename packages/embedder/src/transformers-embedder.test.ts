import { describe, expect, it } from "vitest";
import { runHost } from "./testing/run-host.ts";
import { type FeatureExtractor, transformersEmbedder } from "./transformers-embedder.ts";

const wanted: FeatureExtractor = async (texts) => ({
  dims: [texts.length, 2],
  data: texts.flatMap((text) => [text.length, 1]),
});

function embedderOf(extract: FeatureExtractor, calls: unknown[] = [], batchSize = 2) {
  return transformersEmbedder({
    model: "local/tiny",
    pipelineOptions: { dtype: "q8" },
    batchSize,
    load: async (...called) => {
      calls.push(called);
      return extract;
    },
  });
}

describe("transformersEmbedder", () => {
  it("loads once, with the first text, and embeds in batches at length 1", async () => {
    const calls: unknown[] = [];
    const sizes: number[] = [];
    const embedder = embedderOf((texts, options) => {
      sizes.push(texts.length);
      expect(options).toEqual({ pooling: "mean", normalize: true });
      return wanted(texts, options);
    }, calls);
    expect(embedder).toMatchObject({ id: "local/tiny@q8", dimension: undefined });
    expect(calls).toEqual([]);
    const vectors = await embedder.embed(["a", "bb", "ccc"]);
    await embedder.embed(["d"]);
    expect(calls).toEqual([["local/tiny", { dtype: "q8" }]]);
    expect(sizes).toEqual([2, 1, 1]);
    expect(vectors.map(([first = 0, second = 0]) => Math.round(first / second))).toEqual([1, 2, 3]);
    expect(Math.hypot(...(vectors[2] ?? []))).toBeCloseTo(1);
    expect(embedder.dimension).toBe(2);
  });

  it("tells that Transformers.js is not installed", () => {
    const { stdout } = runHost(`
      const error = await transformersEmbedder({ model: "x" }).warm().catch((reason) => reason);
      console.log(error.code, error.remedy);`);
    expect(stdout).toMatch(/^EMBEDDER_UNAVAILABLE Run npm install @huggingface\/transformers/);
  }, 60_000);

  it("tries to load again after it could not", async () => {
    let tries = 0;
    const embedder = transformersEmbedder({
      model: "x",
      load: async () => {
        tries += 1;
        if (tries === 1) throw new Error("offline");
        return wanted;
      },
    });
    await expect(embedder.embed(["a"])).rejects.toMatchObject({
      code: "EMBEDDER_UNAVAILABLE",
      cause: { message: "offline" },
    });
    expect(await embedder.embed(["a"])).toHaveLength(1);
  });

  it("never gives zeros, too few vectors or vectors of tokens", async () => {
    const faulty: readonly FeatureExtractor[] = [
      async () => ({ dims: [1, 2], data: [0, 0] }),
      async () => ({ dims: [1, 2], data: [Number.NaN, 1] }),
      async () => ({ dims: [2, 2], data: [1, 1, 1, 1] }),
      async () => ({ dims: [1, 2], data: [1] }),
      async () => ({ dims: [1, 3, 2], data: [1, 1, 1, 1, 1, 1] }),
      () => {
        throw new Error("no such pooling");
      },
    ];
    for (const extract of faulty) {
      await expect(embedderOf(extract).embed(["a"])).rejects.toMatchObject({ code: "EMBEDDER_UNAVAILABLE" });
    }
  });

  it("marks questions, keeps their vectors, and ends with its signal or its close", async () => {
    const seen: string[] = [];
    let disposed = 0;
    const extract: FeatureExtractor = Object.assign(
      (texts: string[], options: Parameters<FeatureExtractor>[1]) => {
        seen.push(...texts);
        return wanted(texts, options);
      },
      {
        dispose: async () => {
          disposed += 1;
        },
      },
    );
    const prefix = { query: "query: ", passage: "passage: " };
    const embedder = transformersEmbedder({ model: "x", prefix, load: async () => extract });
    await embedder.embed(["a"], { kind: "query" });
    await embedder.embed(["a"], { kind: "query" });
    await embedder.embed(["a"]);
    expect(seen).toEqual(["query: a", "passage: a"]);
    const signal = AbortSignal.abort(new Error("enough"));
    await expect(embedder.embed(["b"], { signal })).rejects.toThrow("enough");
    await embedder.close();
    expect(disposed).toBe(1);
    await expect(embedder.embed(["a"])).rejects.toMatchObject({ code: "CLOSED" });
    await expect(embedder.warm()).rejects.toMatchObject({ code: "CLOSED" });
  });
});
