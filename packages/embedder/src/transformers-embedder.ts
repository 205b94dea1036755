import type { Embedder, EmbedOptions } from "@skillloop/core";
import { cachedVectors } from "./cached-vectors.ts";
import { assertCount, assertTexts, closedError, invalidOption, unavailable } from "./embedder-errors.ts";
import { unitVector } from "./unit-vector.ts";
import { VectorCache } from "./vector-cache.ts";

/** What Transformers.js makes for the task `feature-extraction`, in the part that is used. */
export interface FeatureExtractor {
  (
    texts: string[],
    options: { readonly pooling: "mean" | "cls"; readonly normalize: boolean },
  ): PromiseLike<{ readonly data: ArrayLike<number>; readonly dims: readonly number[] }>;
  dispose?(): PromiseLike<unknown>;
}

export interface TransformersOptions {
  /** Its name on the hub or a local folder, as Transformers.js takes it. */
  readonly model: string;
  /** Passed on to `pipeline`, such as `dtype`, `device`, `local_files_only` or `revision`. */
  readonly pipelineOptions?: Readonly<Record<string, unknown>>;
  /** How the model makes one vector of its tokens'. Default mean; models of the BGE family want cls. */
  readonly pooling?: "mean" | "cls";
  readonly prefix?: { readonly query: string; readonly passage: string };
  /** Texts of one run. Default 16. */
  readonly batchSize?: number;
  readonly cachedQueries?: number;
  /** Recorded with every vector. Default: the model, with its `dtype`. */
  readonly id?: string;
  /** Makes the extractor instead of the installed `@huggingface/transformers`. */
  readonly load?: (model: string, options: Readonly<Record<string, unknown>>) => Promise<FeatureExtractor>;
}

/**
 * An embedder on Transformers.js, which the host installs and whose models it knows how to fetch. It runs in
 * the host's thread: each batch holds up the event loop, unlike `localEmbedder`. It loads with the first text
 * or with `warm()`; a load that failed is tried again with the next text.
 *
 * `embed` rejects with `EMBEDDER_UNAVAILABLE` when Transformers.js is not installed, or the model cannot be
 * loaded or run; `CLOSED` after `close()`; and with the signal's reason, which is looked at between batches.
 *
 * @throws SkillLoopError `INVALID_OPTIONS`
 */
export function transformersEmbedder(options: TransformersOptions): Required<Embedder> {
  const { model, pipelineOptions = {}, pooling = "mean", batchSize = 16, cachedQueries = 500 } = options;
  const { prefix = { query: "", passage: "" }, load = loadInstalled } = options;
  assertCount("batchSize", batchSize, 1);
  assertCount("cachedQueries", cachedQueries, 0);
  if (typeof model !== "string" || model === "") throw invalidOption("No model was named.", "Set model.");
  const cache = new VectorCache(cachedQueries);
  let extractor: Promise<FeatureExtractor> | undefined;
  let dimension: number | undefined;
  let closed = false;

  async function loaded(): Promise<FeatureExtractor> {
    if (closed) throw closedError();
    extractor ??= load(model, pipelineOptions);
    try {
      return await extractor;
    } catch (cause) {
      extractor = undefined;
      if (cause instanceof MissingPackage) {
        const remedy = "Run npm install @huggingface/transformers, or use localEmbedder.";
        throw unavailable("Transformers.js is not installed.", remedy, cause.cause);
      }
      throw unavailable(`Transformers.js could not load ${model}.`, "Look at the cause.", cause);
    }
  }

  async function run(texts: readonly string[], signal: AbortSignal | undefined): Promise<Float32Array[]> {
    const vectors: Float32Array[] = [];
    for (let start = 0; start < texts.length; start += batchSize) {
      const extract = await loaded();
      signal?.throwIfAborted();
      const part = texts.slice(start, start + batchSize);
      vectors.push(...(await batch(extract, part)));
    }
    return vectors;
  }

  async function batch(
    extract: FeatureExtractor,
    texts: readonly string[],
  ): Promise<readonly Float32Array[]> {
    const failed = (cause?: unknown) =>
      unavailable(`The model ${model} gave no usable vectors.`, "Look at the cause, and at pooling.", cause);
    const answer = async () => await extract([...texts], { pooling, normalize: true });
    const { data, dims } = await answer().catch((cause: unknown) => Promise.reject(failed(cause)));
    const [count, length = 0] = dims;
    if (dims.length !== 2 || count !== texts.length || data.length !== count * length) throw failed();
    dimension ??= length;
    const values = Float32Array.from(data);
    return texts.map((_, row) => {
      const vector = unitVector(values.subarray(row * length, (row + 1) * length));
      if (vector === undefined || length !== dimension) throw failed();
      return vector;
    });
  }

  return {
    id: options.id ?? [model, pipelineOptions["dtype"]].filter((part) => typeof part === "string").join("@"),
    get dimension() {
      return dimension;
    },
    async embed(texts, { kind = "passage", signal }: EmbedOptions = {}) {
      if (closed) throw closedError();
      signal?.throwIfAborted();
      assertTexts(texts);
      const marked = (list: readonly string[]) => list.map((text) => prefix[kind] + text);
      if (kind === "passage") return await run(marked(texts), signal);
      return await cachedVectors(cache, texts, (unknown) => run(marked(unknown), signal));
    },
    async warm() {
      await run([" "], undefined);
    },
    async close() {
      closed = true;
      cache.clear();
      const open = await extractor?.catch(() => undefined);
      await open?.dispose?.();
    },
  };
}

class MissingPackage extends Error {}

async function loadInstalled(
  model: string,
  options: Readonly<Record<string, unknown>>,
): Promise<FeatureExtractor> {
  // By a name that the compiler does not follow: the package is the host's, and need not be here.
  const name: string = "@huggingface/transformers";
  const installed: unknown = await import(name).catch((cause: unknown) => {
    const code = typeof cause === "object" && cause !== null && "code" in cause ? cause.code : undefined;
    throw code === "ERR_MODULE_NOT_FOUND" ? new MissingPackage("", { cause }) : cause;
  });
  const { pipeline } = installed as {
    pipeline(task: string, model: string, options: object): Promise<FeatureExtractor>;
  };
  return await pipeline("feature-extraction", model, options);
}
