import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Embedder } from "@skillloop/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cachedEmbedder } from "./cached-embedder.ts";
import { VectorCache } from "./vector-cache.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "skillloop-vectors-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Unit vectors that tell length and kind of a text; counts what it is asked. */
function counting(turn = 0): Embedder & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    id: "counting",
    dimension: 2,
    asked,
    embed: async (texts, options) => {
      asked.push(...texts);
      return texts.map((text) => {
        const angle = text.length + turn + (options?.kind === "query" ? 0.5 : 0);
        return Float32Array.of(Math.cos(angle), Math.sin(angle));
      });
    },
  };
}

describe("cachedEmbedder", () => {
  it("asks the model once for a text of a kind, also in another process", async () => {
    const path = join(folder, "once");
    const first = counting();
    const cached = await cachedEmbedder(first, path);
    const vectors = await cached.embed(["a", "bb", "a"], { kind: "query" });
    expect(first.asked.slice(1)).toEqual(["a", "bb", "a"]);
    const second = counting();
    const again = await cachedEmbedder(second, path);
    expect(await again.embed(["bb", "a"], { kind: "query" })).toEqual([vectors[1], vectors[0]]);
    expect(second.asked).toHaveLength(1);
    await again.embed(["a"], { kind: "passage" });
    expect(second.asked).toHaveLength(2);
  });

  it("reads nothing any more once times are taken", async () => {
    const model = counting();
    const cached = await cachedEmbedder(model, join(folder, "stopped"));
    await cached.embed(["a"]);
    cached.stopReading();
    await cached.embed(["a"]);
    expect(model.asked.filter((text) => text === "a")).toHaveLength(2);
  });

  it("forgets the vectors of a model that has changed under its name", async () => {
    const path = join(folder, "changed");
    await (await cachedEmbedder(counting(), path)).embed(["a"]);
    const other = counting(1);
    await (await cachedEmbedder(other, path)).embed(["a"]);
    expect(other.asked).toContain("a");
  });
});

describe("VectorCache", () => {
  it("begins anew on a file whose last record is cut off", () => {
    const path = join(folder, "cut");
    new VectorCache(path, 2).add([{ text: "a", vector: Float32Array.of(1, 0) }]);
    expect(new VectorCache(path, 2).get("a")).toEqual(Float32Array.of(1, 0));
    appendFileSync(path, "half");
    expect(new VectorCache(path, 2).get("a")).toBeUndefined();
    new VectorCache(path, 2).add([{ text: "b", vector: Float32Array.of(0, 1) }]);
    expect(new VectorCache(path, 2).get("b")).toEqual(Float32Array.of(0, 1));
  });
});
