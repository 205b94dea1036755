import type { Embedder, EmbedOptions } from "@skillloop/core";
import { cachedVectors } from "./cached-vectors.ts";
import { assertCount, assertTexts, closedError } from "./embedder-errors.ts";
import { bundledModel, type LocalModel } from "./local-model.ts";
import { leaseThread } from "./shared-threads.ts";
import { VectorCache } from "./vector-cache.ts";

export interface LocalEmbedderOptions {
  /** Another model than the bundled one. */
  readonly model?: LocalModel;
  /** Cores that one run may use. Default 1: the others are the host's. */
  readonly threads?: number;
  /** How many vectors of questions are kept. Default 500, about 0.8 MB; 0 keeps none. */
  readonly cachedQueries?: number;
  /** Longest time without any result, the loading included. Default 30,000. */
  readonly timeoutMs?: number;
}

export type LocalEmbedder = Required<Embedder> & { readonly dimension: number };

/** Texts sent to the thread at once: few, so that an abort or a close takes hold soon. */
const JOB_TEXTS = 32;

/**
 * An embedder on this machine: the model is inside the package, nothing is fetched, nothing leaves the process.
 * It loads with the first text or with `warm()`, runs in one worker thread for all embedders of the process,
 * and takes questions before passages. A text without words has a vector too, always the same. What exceeds
 * the model's limit (256 tokens, about 180 words) is not read.
 *
 * `embed` rejects with a SkillLoopError: `NATIVE_MISSING` where ONNX Runtime has no library,
 * `EMBEDDER_UNAVAILABLE` when the model cannot be loaded or gives nothing in time, `CLOSED` after `close()`;
 * and with the signal's reason when it is aborted.
 *
 * @throws SkillLoopError `INVALID_OPTIONS` for a number that cannot be.
 * @example
 * const loop = await SkillLoop.open({ embedder: localEmbedder() });
 */
export function localEmbedder(options: LocalEmbedderOptions = {}): LocalEmbedder {
  const { model = bundledModel(), threads = 1, cachedQueries = 500, timeoutMs = 30_000 } = options;
  assertCount("threads", threads, 1);
  assertCount("cachedQueries", cachedQueries, 0);
  assertCount("timeoutMs", timeoutMs, 1);
  const lease = leaseThread(model, threads);
  const cache = new VectorCache(cachedQueries);
  let closed = false;

  async function run(
    texts: readonly string[],
    urgent: boolean,
    signal?: AbortSignal,
  ): Promise<Float32Array[]> {
    const vectors: Float32Array[] = [];
    for (let start = 0; start < texts.length; start += JOB_TEXTS) {
      const part = texts.slice(start, start + JOB_TEXTS);
      const flat = await lease.embed({ texts: part, urgent, timeoutMs, signal });
      part.forEach((_, row) => {
        vectors.push(flat.slice(row * model.dimension, (row + 1) * model.dimension));
      });
    }
    return vectors;
  }

  return {
    id: model.id,
    dimension: model.dimension,
    async embed(texts, { kind = "passage", signal }: EmbedOptions = {}) {
      if (closed) throw closedError();
      signal?.throwIfAborted();
      assertTexts(texts);
      if (kind === "query") {
        return await cachedVectors(cache, texts, (unknown) =>
          run(
            unknown.map((text) => model.prefix.query + text),
            true,
            signal,
          ),
        );
      }
      return await run(
        texts.map((text) => model.prefix.passage + text),
        false,
        signal,
      );
    },
    async warm() {
      if (closed) throw closedError();
      await lease.embed({ texts: [""], urgent: true, timeoutMs });
    },
    async close() {
      closed = true;
      cache.clear();
      await lease.close();
    },
  };
}
