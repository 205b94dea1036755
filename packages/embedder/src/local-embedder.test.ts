import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it, vi } from "vitest";
import { loadEncoder } from "./encoder.ts";
import { localEmbedder } from "./local-embedder.ts";
import { bundledModel } from "./local-model.ts";
import { cosine, referenceVectors, sentences, tokenIds } from "./testing/fixtures.ts";

// A machine that is busy with other tests gives a run of the model little time.
vi.setConfig({ testTimeout: 120_000 });

const embedder = localEmbedder({ timeoutMs: 120_000 });
const alone = localEmbedder({ timeoutMs: 120_000, cachedQueries: 0 });
const texts = sentences();

afterAll(async () => {
  await embedder.close();
  await alone.close();
});

const length = (vector: Float32Array | undefined): number => Math.sqrt(cosine(vector, vector));

describe("the bundled model", () => {
  it("is made of the files whose checksums are written down", () => {
    const { folder } = bundledModel();
    const sums = readFileSync(new URL("SHA256SUMS", folder), "utf8").trim().split("\n");
    expect(sums).toHaveLength(3);
    for (const line of sums) {
      const [sum, name = ""] = line.split(/ +/);
      const bytes = readFileSync(new URL(name, folder));
      expect(createHash("sha256").update(bytes).digest("hex"), name).toBe(sum);
      expect(bytes.length).toBeLessThan(40_000_000);
    }
  });

  it("has another id when its weights change", () => {
    const sums = readFileSync(new URL("SHA256SUMS", bundledModel().folder));
    const seal = createHash("sha256").update(sums).digest("hex").slice(0, 16);
    expect({ id: bundledModel().id, seal }).toEqual({
      id: "bge-small-en-v1.5-skills-4",
      seal: "924128e24b2442b2",
    });
  });

  it("cuts texts into the same tokens as the model's own tokenizer", async () => {
    const file = (name: string) => fileURLToPath(new URL(name, bundledModel().folder));
    const encoder = await loadEncoder({
      modelFile: file("model.onnx"),
      tokenizerFile: file("tokenizer.json"),
      tokenizerConfigFile: file("tokenizer_config.json"),
      dimension: 384,
      limit: 256,
      threads: 1,
    });
    const { prefix } = bundledModel();
    for (const kind of ["passage", "query"] as const) {
      const { tokens } = encoder.encode(texts.map((text) => prefix[kind] + text));
      expect(tokens, kind).toEqual(tokenIds(kind));
    }
  });

  it.each(["passage", "query"] as const)(
    "agrees with the float reference as a %s on every sentence, embedded in batches",
    async (kind) => {
      const reference = referenceVectors(kind);
      const vectors = await embedder.embed(texts, { kind });
      expect(vectors).toHaveLength(200);
      const unlike = texts.filter((_, row) => !(cosine(vectors[row], reference[row]) >= 0.99));
      expect(unlike).toEqual([]);
    },
  );

  it("agrees with it on short questions, each by itself", async () => {
    const reference = referenceVectors("query");
    const short = texts.map((text, row) => ({ text, row })).filter(({ text }) => text.split(" ").length < 12);
    expect(short.length).toBeGreaterThan(90);
    for (const { text, row } of short.slice(0, 60)) {
      // Not what the batches of the test before have left in the cache.
      const [vector] = await alone.embed([text], { kind: "query" });
      expect(cosine(vector, reference[row]), text).toBeGreaterThanOrEqual(0.99);
    }
  });
});

describe("localEmbedder", () => {
  it("gives unit vectors in the order of the texts, the same alone and among longer ones", async () => {
    const among = await embedder.embed(texts.slice(0, 40));
    const [alone] = await embedder.embed([texts[7] ?? ""]);
    expect(cosine(alone, among[7])).toBeGreaterThan(0.9999);
    expect(cosine(alone, among[8])).toBeLessThan(0.9);
    for (const vector of among) {
      expect(vector).toHaveLength(embedder.dimension);
      expect(length(vector)).toBeCloseTo(1, 4);
    }
  });

  it("brings a question near to what answers it", async () => {
    const [query] = await embedder.embed(["how do I restart the web server"], { kind: "query" });
    const [near, far] = await embedder.embed(["Restart nginx after a change of its settings", "Bake a cake"]);
    expect(cosine(query, near)).toBeGreaterThan(cosine(query, far) + 0.2);
  });

  it("gives a text without words a vector too, always the same", async () => {
    const [empty, blank, again] = await embedder.embed(["", " \n\t", ""]);
    expect(length(empty)).toBeCloseTo(1, 4);
    expect(cosine(blank, empty)).toBeGreaterThan(0.99999);
    expect(cosine(again, empty)).toBeGreaterThan(0.99999);
  });

  it("reads a text up to its limit and takes any text", async () => {
    const words = "backup ".repeat(5_000);
    const [long, longer, odd] = await embedder.embed([words, `${words} restore`, "\ud800 lone \u0000 half"]);
    expect(cosine(longer, long)).toBeGreaterThan(0.99999);
    expect(length(odd)).toBeCloseTo(1, 4);
  });

  it("answers no texts with no vectors", async () => {
    expect(await embedder.embed([])).toEqual([]);
  });

  it("keeps the vectors of questions apart from those that a host writes into", async () => {
    const [first, twin] = await embedder.embed(["rotate the key", "rotate the key"], { kind: "query" });
    first?.fill(0);
    const [second] = await embedder.embed(["rotate the key"], { kind: "query" });
    expect(second).toEqual(twin);
    expect(length(second)).toBeCloseTo(1, 4);
  });

  it("rejects with the reason of a signal that is aborted, before and while it works", async () => {
    const gone = new AbortController();
    gone.abort(new Error("before"));
    await expect(embedder.embed(["a"], { signal: gone.signal })).rejects.toThrow("before");
    const going = new AbortController();
    const embedding = embedder.embed(texts, { signal: going.signal });
    setImmediate(() => going.abort(new Error("meanwhile")));
    await expect(embedding).rejects.toThrow("meanwhile");
    expect(await embedder.embed(["still there"])).toHaveLength(1);
  });

  it("answers a question before the passages that it was already asked for are done", async () => {
    const done: string[] = [];
    const long = Array.from({ length: 12 }, (_, row) => `${row} ${"backup ".repeat(300)}`);
    const passages = embedder.embed(long).then(() => done.push("passages"));
    const question = embedder.embed(["who goes first?"], { kind: "query" }).then(() => done.push("question"));
    await Promise.all([passages, question]);
    expect(done).toEqual(["question", "passages"]);
  });

  it("refuses what is no list of texts, and numbers that cannot be", async () => {
    const wrong = { code: "INVALID_OPTIONS" };
    await expect(embedder.embed([1] as never)).rejects.toMatchObject(wrong);
    await expect(embedder.embed("text" as never)).rejects.toMatchObject(wrong);
    for (const options of [{ threads: 0 }, { cachedQueries: -1 }, { timeoutMs: 0.5 }]) {
      expect(() => localEmbedder(options)).toThrow(expect.objectContaining(wrong));
    }
  });

  it("is closed for good, with what it was working on, and leaves others their thread", async () => {
    const mine = localEmbedder({ timeoutMs: 120_000 });
    const embedding = mine.embed(texts);
    const other = embedder.embed(["other"]);
    await mine.close();
    await expect(embedding).rejects.toMatchObject({ code: "CLOSED" });
    await expect(mine.embed(["late"])).rejects.toMatchObject({ code: "CLOSED" });
    await expect(mine.embed(["late"], { kind: "query" })).rejects.toMatchObject({ code: "CLOSED" });
    await expect(mine.warm()).rejects.toMatchObject({ code: "CLOSED" });
    await mine.close();
    expect(await other).toHaveLength(1);
  });
});
