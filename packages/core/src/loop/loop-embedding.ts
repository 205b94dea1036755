import { embedContents, embedTexts } from "../embed/run-embed.ts";
import type { EmbedPorts } from "../embed/run-embed-ports.ts";
import { embedderRecord } from "../embed/run-embedder-record.ts";
import { vectorFiller } from "../embed/run-fill-vectors.ts";
import { guardEmbedder } from "../embed/run-guarded-embedder.ts";
import { reembed } from "../embed/run-reembed.ts";
import { withVectors } from "../embed/run-write-vectors.ts";
import { usableVectors } from "../embed/usable-vectors.ts";
import { SkillLoopError } from "../errors.ts";
import type { IndexEntry } from "../index/partition.ts";
import type { Clock } from "../ports/clock.ts";
import type { Embedder } from "../ports/embedder.ts";
import type { QueryVectors } from "../ports/query-vectors.ts";
import type { LazySkillRow, Store } from "../ports/store.ts";
import type { Scope } from "../types/scope.ts";
import type { SkillContent } from "../types/skill.ts";
import type { ReembedOptions, ReembedReport, SkillVectors } from "../types/vectors.ts";
import type { Reporter } from "./loop-core.ts";
import { callHost } from "./safely.ts";

export interface LoopEmbeddingOptions {
  readonly store: Store;
  readonly embedder: Embedder | undefined;
  /** Of the loop itself: its project is that of all its views. */
  readonly scope: Scope;
  readonly clock: Clock;
  readonly report: Reporter;
  readonly timeoutMs: number;
  /** Whether the loop made the embedder itself, and so ends it. */
  readonly owned: boolean;
}

/** Everything of a loop that has to do with vectors. Without an embedder it only keeps those that are there. */
export interface LoopEmbedding {
  /** For everyone who writes skills. */
  readonly store: Store;
  /** For recall; absent without an embedder. */
  readonly query: QueryVectors | undefined;
  /** The vectors of a skill's keys as they would be stored; none while the embedder is not the project's. */
  readonly keyVectors: ((content: SkillContent) => Promise<SkillVectors | undefined>) | undefined;
  /** For the index: the vectors of a row, when they are of this loop's embedder. */
  readonly vectorsOf: ((row: LazySkillRow) => IndexEntry<unknown>["vectors"]) | undefined;
  /** Reads whose vectors the project has, and loads the embedder in the background. Never rejects. */
  open(): Promise<void>;
  /** Makes up for missing vectors. Never rejects: what fails is reported. */
  fill(scope: Scope, signal?: AbortSignal): Promise<void>;
  reembed(scope: Scope, options?: ReembedOptions | null): Promise<ReembedReport>;
  close(): Promise<void>;
}

/** How often recall has the record looked at, beside and not before its own answer. */
const LOOK_EVERY_MS = 5_000;

export function loopEmbedding(options: LoopEmbeddingOptions): LoopEmbedding {
  const { store, embedder, scope, clock, report, timeoutMs, owned } = options;
  const onError = (error: unknown): void => report.error(error, "embed");
  if (embedder === undefined) {
    return {
      store: withVectors({ store, onError }),
      query: undefined,
      keyVectors: undefined,
      vectorsOf: undefined,
      open: async () => {},
      fill: async () => {},
      reembed: async () => {
        throw noEmbedder();
      },
      close: async () => {},
    };
  }

  const guarded = guardEmbedder({ embedder, clock, timeoutMs, onOutage: onError });
  const record = embedderRecord({ store, scope, embedder, onMismatch: onError });
  const ports: EmbedPorts = { ...guarded, store, record };
  const fill = vectorFiller(ports, clock);
  const onEmbedded = (done: number, total: number): void =>
    report.log("debug", "embed.written", { done, total });
  let closed = false;
  let lookedAt = Number.NEGATIVE_INFINITY;
  const look = async (): Promise<void> => {
    lookedAt = clock.monotonic();
    await record.look().catch(onError);
  };

  return {
    store: withVectors({ store, embedding: ports, onError, onEmbedded }),
    query: {
      embedder: embedder.id,
      async queryVectors(texts, signal) {
        if (clock.monotonic() - lookedAt >= LOOK_EVERY_MS) void look();
        if (record.mismatch !== undefined) throw record.mismatch;
        const vectors = await embedTexts(guarded.hasty, texts, { kind: "query", ...(signal && { signal }) });
        const mismatch = record.compare(vectors[0]?.length ?? 0);
        if (mismatch !== undefined) throw mismatch;
        return vectors;
      },
    },
    async keyVectors(content) {
      if (record.mismatch !== undefined) return undefined;
      return (await embedContents(guarded.hasty, [content]))[0];
    },
    vectorsOf: usableVectors({ embedder, record, onUnusable: onError }),
    async open() {
      await look();
      // An embedder that nobody may use is not loaded either.
      if (record.mismatch === undefined)
        callHost(
          () => embedder.warm?.(),
          // What was closed while it was loading has not failed.
          (error) => closed || onError(error),
        );
    },
    async fill(within, signal) {
      try {
        const embedded = await fill({ filter: { scope: within, reach: "within" }, signal });
        if (embedded > 0) report.log("info", "embed.filled", { embedded });
      } catch (error) {
        onError(error);
      }
    },
    async reembed(within, options) {
      const { onProgress, signal } = options ?? {};
      assertProject(within);
      const tell = (done: number, total: number): void =>
        callHost(
          () => onProgress?.(done, total),
          (error) => report.error(error, "reembed.on-progress"),
        );
      return reembed(ports, { scope: within, onProgress: tell, signal });
    },
    async close() {
      closed = true;
      if (owned) await embedder.close?.();
    },
  };
}

function noEmbedder(): SkillLoopError {
  return new SkillLoopError({
    code: "EMBEDDER_UNAVAILABLE",
    message: "The loop has no embedder to make vectors with.",
    remedy:
      'Pass embedder to SkillLoop.open, or set SKILLLOOP_EMBEDDER=local (embedder: "local" in skillloop.config.json) and install @skillloop/embedder.',
  });
}

/** Skills of one project are found side by side, whosever they are: half of them cannot change the embedder. */
function assertProject({ agent, user }: Scope): void {
  if (agent === undefined && user === undefined) return;
  throw new SkillLoopError({
    code: "NOT_ALLOWED",
    message: "An embedder is a whole project's, and this scope is narrower.",
    remedy: "Call it on a loop whose scope names the project alone (--scope project=NAME).",
  });
}
