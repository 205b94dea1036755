import { inspect } from "node:util";
import { afterEach, describe, expect, it } from "vitest";
import { type OpenAICompatibleOptions, openAICompatibleEmbedder } from "./open-ai-compatible-embedder.ts";
import { answerTo, type EmbeddingsServer, embeddingsServer, sendJson } from "./testing/embeddings-server.ts";

let server: EmbeddingsServer | undefined;
afterEach(() => server?.close());

const key = "sk-not-for-anyones-eyes";
const secret = "the merger is on Friday";

async function asking(
  respond: Parameters<typeof embeddingsServer>[0],
  options: Partial<OpenAICompatibleOptions> = {},
) {
  server = await embeddingsServer(respond);
  const { baseURL, seen } = server;
  return { embedder: openAICompatibleEmbedder({ baseURL, model: "tiny", apiKey: key, ...options }), seen };
}

const answering: Parameters<typeof embeddingsServer>[0] = (request, response) =>
  sendJson(response, answerTo(request));

describe("openAICompatibleEmbedder", () => {
  it("asks in batches, in order, with the key, and knows the dimension then", async () => {
    const { embedder, seen } = await asking(answering, { batchSize: 2 });
    expect(embedder.dimension).toBeUndefined();
    const vectors = await embedder.embed(["a", "bb", "ccc", "dddd", "eeeee"]);
    expect(seen.map(({ body }) => body.input)).toEqual([["a", "bb"], ["ccc", "dddd"], ["eeeee"]]);
    expect(seen[0]).toMatchObject({ path: "/v1/embeddings", headers: { authorization: `Bearer ${key}` } });
    expect(seen[0]?.body).toEqual({ model: "tiny", input: ["a", "bb"], encoding_format: "base64" });
    const lengths = vectors.map(([first = 0, second = 0]) => Math.round(first / second));
    expect(lengths).toEqual([1, 2, 3, 4, 5]);
    expect(embedder.dimension).toBe(3);
  });

  it("understands plain lists, asked for or not", async () => {
    const { embedder, seen } = await asking((request, response) =>
      sendJson(response, answerTo({ ...request, body: { ...request.body, encoding_format: "float" } })),
    );
    const [listed] = await embedder.embed(["aa"]);
    expect(seen[0]?.body["encoding_format"]).toBe("base64");
    expect(listed?.[0]).toBeCloseTo(2 / Math.sqrt(5));
  });

  it("puts the order right by index", async () => {
    const { embedder } = await asking((request, response) =>
      sendJson(response, { data: answerTo(request).data.reverse() }),
    );
    const [one, three] = await embedder.embed(["a", "ccc"]);
    expect(one?.[0]).toBeLessThan(three?.[0] ?? 0);
  });

  it("asks for dimensions and refuses another length", async () => {
    const { embedder, seen } = await asking(answering, { dimensions: 2 });
    expect(embedder).toMatchObject({ id: "tiny@2", dimension: 2 });
    await expect(embedder.embed(["a"])).rejects.toMatchObject({ code: "EMBEDDING_MISMATCH" });
    expect(seen[0]?.body["dimensions"]).toBe(2);
  });

  it("marks questions and passages, keeps questions, and sends no empty text", async () => {
    const prefix = { query: "q: ", passage: "" };
    const { embedder, seen } = await asking(answering, { prefix });
    await embedder.embed(["x", "x"], { kind: "query" });
    await embedder.embed(["x", "y"], { kind: "query" });
    await embedder.embed([""]);
    expect(seen.map(({ body }) => body.input)).toEqual([["q: x"], ["q: y"], [" "]]);
  });

  it("tries again after a fault that passes, as long after as it was asked to", async () => {
    const { embedder, seen } = await asking((request, response, call) => {
      if (call === 1) return response.writeHead(429, { "retry-after": "0" }).end();
      if (call === 2) {
        return response.writeHead(503, { "retry-after": new Date(Date.now() - 60_000).toUTCString() }).end();
      }
      return sendJson(response, answerTo(request));
    });
    expect(await embedder.embed(["a"])).toHaveLength(1);
    expect(seen).toHaveLength(3);
  });

  it("tries again after a broken connection", async () => {
    const { embedder, seen } = await asking((request, response, call) => {
      if (call === 1) response.destroy();
      else sendJson(response, answerTo(request));
    });
    expect(await embedder.embed(["a"])).toHaveLength(1);
    expect(seen).toHaveLength(2);
  });

  it("gives up after its attempts, and at once after what does not pass or takes too long", async () => {
    const refused: readonly (readonly [number, Record<string, string>, number])[] = [
      [500, { "retry-after": "0" }, 3],
      [401, {}, 1],
      [429, { "retry-after": "86400" }, 1],
    ];
    for (const [status, headers, calls] of refused) {
      const { embedder, seen } = await asking((_, response) => response.writeHead(status, headers).end());
      await expect(embedder.embed(["a"]), `${status}`).rejects.toMatchObject({
        code: "EMBEDDER_UNAVAILABLE",
        message: expect.stringContaining(String(status)),
      });
      expect(seen).toHaveLength(calls);
      await server?.close();
    }
  });

  it("ends an attempt that takes too long", async () => {
    const { embedder, seen } = await asking(() => {}, { timeoutMs: 1_000, attempts: 2 });
    await expect(embedder.embed(["a"])).rejects.toMatchObject({
      code: "EMBEDDER_UNAVAILABLE",
      message: expect.stringContaining("1000 ms"),
    });
    expect(seen).toHaveLength(2);
  });

  it("rejects with the reason of a signal, while it waits for an answer or for another attempt", async () => {
    const ends: Parameters<typeof embeddingsServer>[0][] = [
      () => {},
      (_, response) => response.writeHead(503, { "retry-after": "20" }).end(),
    ];
    for (const end of ends) {
      const going = new AbortController();
      const { embedder, seen } = await asking((request, response, call) => {
        end(request, response, call);
        setTimeout(() => going.abort(new Error("enough")), 100);
      });
      await expect(embedder.embed(["a"], { signal: going.signal })).rejects.toThrow("enough");
      expect(seen).toHaveLength(1);
      await server?.close();
    }
  });

  it("is closed for good, with what it was waiting for", async () => {
    const { embedder } = await asking(() => void embedder.close?.());
    const embedding = embedder.embed(["a"]);
    await expect(embedding).rejects.toMatchObject({ code: "CLOSED" });
    await expect(embedder.embed(["a"])).rejects.toMatchObject({ code: "CLOSED" });
  });

  it("follows no redirect, so that texts go nowhere else", async () => {
    const elsewhere = await embeddingsServer(answering);
    const location = `${elsewhere.baseURL}/embeddings`;
    const { embedder } = await asking((_, response) => response.writeHead(307, { location }).end(), {
      attempts: 1,
    });
    await expect(embedder.embed([secret])).rejects.toMatchObject({ code: "EMBEDDER_UNAVAILABLE" });
    expect(elsewhere.seen).toEqual([]);
    await elsewhere.close();
  });

  it("rejects malformed answers, and no error holds the key or a text", async () => {
    const malformed: Parameters<typeof embeddingsServer>[0][] = [
      (_, response) => response.end(`${secret} ${key}`),
      (_, response) => response.end(),
      (_, response) => sendJson(response, { data: [{ index: 0, embedding: [secret, key] }] }),
      (_, response) => sendJson(response, { data: [{ index: 0, embedding: [0, 0, 0] }] }),
      (_, response) => sendJson(response, { error: { message: `${secret} ${key}` } }, 400),
      (_, response) => response.destroy(),
    ];
    for (const respond of malformed) {
      const { embedder } = await asking(respond, { attempts: 1 });
      const error: unknown = await embedder.embed([secret]).catch((reason: unknown) => reason);
      expect(error).toMatchObject({ code: "EMBEDDER_UNAVAILABLE" });
      const shown = inspect(error, { depth: 10, showHidden: true });
      expect(shown).not.toContain(secret);
      expect(shown).not.toContain(key);
      await server?.close();
    }
  });

  it("takes what is no JSON for an answer, and asks for no other", async () => {
    const { embedder, seen } = await asking((_, response) => response.end(secret));
    await expect(embedder.embed([secret])).rejects.toThrow("cannot be used");
    expect(seen).toHaveLength(1);
  });

  it("shows nothing of what a fetch of the host's own says", async () => {
    const embedder = openAICompatibleEmbedder({
      baseURL: "http://127.0.0.1:1/v1",
      model: "tiny",
      attempts: 1,
      fetch: () => Promise.reject(new Error(`could not send ${secret} with ${key}`)),
    });
    const error: unknown = await embedder.embed([secret]).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "EMBEDDER_UNAVAILABLE" });
    const shown = inspect(error, { depth: 10, showHidden: true });
    expect(shown).not.toContain(secret);
    expect(shown).not.toContain(key);
  });

  it("refuses options that cannot be, without showing them", () => {
    const baseURL = "https://localhost/v1";
    const wrong: readonly OpenAICompatibleOptions[] = [
      { baseURL: "localhost", model: "m" },
      { baseURL: "file:///etc", model: "m" },
      { baseURL: `https://user:${key}@localhost`, model: "m" },
      { baseURL, model: "" },
      { baseURL, model: "m", apiKey: `${key}\n` },
      { baseURL, model: "m", headers: { "x-key": `${key}\u0000` } },
      { baseURL, model: "m", batchSize: 0 },
      { baseURL, model: "m", dimensions: 0 },
      { baseURL, model: "m", attempts: 0 },
    ];
    for (const options of wrong) {
      let error: unknown;
      try {
        openAICompatibleEmbedder(options);
      } catch (thrown) {
        error = thrown;
      }
      expect(error).toMatchObject({ code: "INVALID_OPTIONS" });
      expect(inspect(error, { depth: 10, showHidden: true })).not.toContain(key);
    }
  });
});
