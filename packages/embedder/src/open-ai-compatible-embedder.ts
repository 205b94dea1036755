import type { Embedder, EmbedOptions } from "@skillloop/core";
import { SkillLoopError } from "@skillloop/core/adapter";
import { cachedVectors } from "./cached-vectors.ts";
import { assertCount, assertTexts, closedError, invalidOption, unavailable } from "./embedder-errors.ts";
import { postToService } from "./embeddings-service.ts";
import { readEmbeddings } from "./read-embeddings.ts";
import { VectorCache } from "./vector-cache.ts";

export interface OpenAICompatibleOptions {
  /** Up to and with its version, as `https://api.openai.com/v1`; `/embeddings` is added. */
  readonly baseURL: string;
  readonly model: string;
  /** Sent as a bearer token. */
  readonly apiKey?: string;
  /** Asked of the service, for models that can shorten their vectors. */
  readonly dimensions?: number;
  /** Texts of one request. Default 64. */
  readonly batchSize?: number;
  /** For one attempt. Default 30,000. */
  readonly timeoutMs?: number;
  /** Attempts in all at a request that met a 408, 429, 5xx or a broken connection. Default 3. */
  readonly attempts?: number;
  /** How vectors are asked for; both forms are understood. Default base64, which is the smaller one. */
  readonly encoding?: "base64" | "float";
  /** What the model was trained to see before a question, and before what is searched. */
  readonly prefix?: { readonly query: string; readonly passage: string };
  /** How many vectors of questions are kept. Default 500; 0 keeps none. */
  readonly cachedQueries?: number;
  /** Recorded with every vector. Default: the model and the dimensions asked for. */
  readonly id?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Instead of the global one. */
  readonly fetch?: typeof fetch;
}

/**
 * An embedder that asks a service with the embeddings route of OpenAI: OpenAI itself, or a server of one's own
 * such as Ollama, vLLM or Text Embeddings Inference. The texts go there. Vectors are brought to length 1. An
 * empty text is sent as a space, since services refuse it.
 *
 * `embed` rejects with `EMBEDDER_UNAVAILABLE` when no usable answer came, `EMBEDDING_MISMATCH` when the vectors
 * are not of the length they had or were asked for, `CLOSED` after `close()`, and with the signal's reason when
 * it is aborted. No error holds the key or a text.
 *
 * @throws SkillLoopError `INVALID_OPTIONS`
 */
export function openAICompatibleEmbedder(options: OpenAICompatibleOptions): Embedder {
  const { model, dimensions, batchSize = 64, encoding = "base64", cachedQueries = 500 } = options;
  const { prefix = { query: "", passage: "" }, timeoutMs = 30_000, attempts = 3 } = options;
  for (const [name, value] of Object.entries({
    batchSize,
    timeoutMs,
    attempts,
    dimensions: dimensions ?? 1,
  })) {
    assertCount(name, value, 1);
  }
  assertCount("cachedQueries", cachedQueries, 0);
  if (typeof model !== "string" || model === "") throw invalidOption("No model was named.", "Set model.");
  const service = { url: urlOf(options), headers: headersOf(options), timeoutMs, attempts };
  const cache = new VectorCache(cachedQueries);
  const closing = new AbortController();
  let dimension = dimensions;

  async function post(texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]> {
    const body = {
      model,
      input: texts.map((text) => (text === "" ? " " : text)),
      encoding_format: encoding,
      ...(dimensions !== undefined && { dimensions }),
    };
    const read = readEmbeddings(
      await postToService({ ...service, fetch: options.fetch ?? fetch }, body, signal),
      texts.length,
    );
    if ("fault" in read) {
      throw unavailable(
        `The answer of the embeddings service cannot be used: ${read.fault}.`,
        "See that baseURL leads to a service of that kind.",
      );
    }
    const length = read.vectors[0]?.length;
    dimension ??= length;
    if (length !== dimension) throw otherLength(length, dimension);
    return read.vectors;
  }

  async function run(texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]> {
    const vectors: Float32Array[] = [];
    for (let start = 0; start < texts.length; start += batchSize) {
      vectors.push(...(await post(texts.slice(start, start + batchSize), signal)));
    }
    return vectors;
  }

  return {
    id: options.id ?? (dimensions === undefined ? model : `${model}@${dimensions}`),
    get dimension() {
      return dimension;
    },
    async embed(texts, { kind = "passage", signal }: EmbedOptions = {}) {
      closing.signal.throwIfAborted();
      assertTexts(texts);
      const until = signal === undefined ? closing.signal : AbortSignal.any([signal, closing.signal]);
      until.throwIfAborted();
      const marked = (list: readonly string[]) => list.map((text) => prefix[kind] + text);
      if (kind === "passage") return await run(marked(texts), until);
      return await cachedVectors(cache, texts, (unknown) => run(marked(unknown), until));
    },
    async close() {
      cache.clear();
      closing.abort(closedError());
    },
  };
}

function otherLength(length: number | undefined, dimension: number | undefined): SkillLoopError {
  return new SkillLoopError({
    code: "EMBEDDING_MISMATCH",
    message: `The embeddings service gave vectors of ${length} numbers instead of ${dimension}.`,
    remedy: "Set dimensions to what the model gives, and embed the library anew if the model has changed.",
  });
}

// What is wrong is said without the value: an address can hold a password, and a header is often a key.
function urlOf({ baseURL }: OpenAICompatibleOptions): URL {
  const url = URL.canParse(baseURL) ? new URL(baseURL) : undefined;
  const fits = url !== undefined && /^https?:$/.test(url.protocol) && url.username + url.password === "";
  if (!fits) {
    const remedy = "Give an http or https address without a name or password in it, such as https://host/v1.";
    throw invalidOption("baseURL is no address of a service.", remedy);
  }
  url.pathname = `${url.pathname.replace(/\/+$/, "")}/embeddings`;
  return url;
}

function headersOf({ apiKey, headers }: OpenAICompatibleOptions): Headers {
  if (apiKey !== undefined && !/^[\x21-\x7e]+$/.test(apiKey)) {
    throw invalidOption("apiKey cannot be sent in a header.", "Look for line ends and spaces in it.");
  }
  try {
    const sent = new Headers(headers);
    sent.set("content-type", "application/json");
    if (apiKey !== undefined) sent.set("authorization", `Bearer ${apiKey}`);
    return sent;
  } catch {
    throw invalidOption("headers hold something that cannot be sent.", "Look at their names and values.");
  }
}
