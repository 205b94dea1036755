import { scanInSteps } from "../../../packages/core/src/guard/scan.ts";
import { systemClock } from "../../../packages/core/src/io/system-clock.ts";
import { createReporter } from "../../../packages/core/src/loop/loop-core.ts";
import { loopEmbedding } from "../../../packages/core/src/loop/loop-embedding.ts";
import { renderBlock } from "../../../packages/core/src/prompt/render-block.ts";
import type { FittedModels } from "../../../packages/core/src/recall/judge-request.ts";
import { LibraryCache } from "../../../packages/core/src/recall/run-library-cache.ts";
import { type RecallPorts, runRecall } from "../../../packages/core/src/recall/run-recall.ts";
import { runRecallForError } from "../../../packages/core/src/recall/run-recall-for-error.ts";
import { openStoreForQa } from "../../open-store.ts";
import type { CachedEmbedder } from "./cached-embedder.ts";
import { budgetMs, type Recaller } from "./recaller.ts";
import { SCOPE } from "./skill-row.ts";

export interface ModelRecall {
  /** Recall as it would be with other weights. */
  under(models: FittedModels): Pick<Recaller, "recall" | "recallForError">;
  close(): Promise<void>;
}

/** Recall over a filled home without a loop around it: the weights are no option of a loop. Closes the embedder. */
export async function openModelRecall(
  home: string,
  embedder: CachedEmbedder | undefined,
): Promise<ModelRecall> {
  const store = await openStoreForQa(home);
  const clock = systemClock();
  const embedding = loopEmbedding({
    store,
    embedder,
    scope: SCOPE,
    clock,
    report: createReporter({}),
    timeoutMs: 60_000,
    owned: false,
  });
  await embedding.open();
  if (embedder !== undefined) await embedding.reembed(SCOPE);
  const { query, vectorsOf } = embedding;
  const ports: RecallPorts = {
    cache: new LibraryCache({ store, clock, ...(vectorsOf !== undefined && { vectorsOf }) }),
    clock,
    query,
    budgetMs,
    serve: "active",
    environment: {},
    environmentPolicy: "warn",
    scan: scanInSteps,
    render: renderBlock,
  };
  return {
    under: (models) => ({
      recall: (task, options) => runRecall({ ports: { ...ports, models }, scope: SCOPE, task, options }),
      recallForError: (error) => runRecallForError({ ports: { ...ports, models }, scope: SCOPE, error }),
    }),
    async close() {
      await embedding.close();
      await store.close();
      await embedder?.close?.();
    },
  };
}
