import { SkillLoopError } from "../errors.ts";
import { scanText } from "../guard/scan.ts";
import type { Embedder } from "../ports/embedder.ts";
import type { BackupSummary, Store } from "../ports/store.ts";
import { LibraryCache } from "../recall/run-library-cache.ts";
import type { LoopOptions } from "../types/loop.ts";
import { describeError } from "./describe-error.ts";
import { inertStore } from "./inert-store.ts";
import { createReporter, type LoopCore, type Reporter } from "./loop-core.ts";
import { loopEmbedding } from "./loop-embedding.ts";
import { openModel } from "./model/open-model.ts";
import { type ResolvedSettings, resolveSettings } from "./resolve-settings.ts";

/** Reading ten thousand skills takes a fraction of this. */
const WARM_BUDGET_MS = 2_000;

/** Brings settings, store and cache together. What touches the machine is loaded here, and only here. */
export async function openLoopCore(options: LoopOptions): Promise<LoopCore> {
  const [{ absoluteHome, readSettings }, { systemClock }, { randomIds }, { ownerIsGone, processOwner }] =
    await Promise.all([
      import("../io/read-settings.ts"),
      import("../io/system-clock.ts"),
      import("../io/random-ids.ts"),
      import("../io/process-owner.ts"),
    ]);
  const raw = await readSettings();
  const resolved = resolveSettings(options, raw);
  const settings = { ...resolved, home: absoluteHome(resolved.home, raw.workingDirectory) };
  const clock = options.clock ?? systemClock();
  const ids = randomIds();
  const report = createReporter({ logger: options.logger, onError: options.onError });
  // First, so that a missing package leaves no store open.
  const embedder = await embedderOf(settings, raw.workingDirectory);
  const model = await openModel(settings, raw.workingDirectory);
  const store = options.store ?? (await openStore(settings, options, report));
  const embedding = loopEmbedding({
    store,
    embedder,
    scope: settings.scope,
    clock,
    report,
    timeoutMs: settings.embedTimeoutMs,
    owned: settings.embedder === "local",
  });
  const { vectorsOf } = embedding;
  const cache = new LibraryCache({ store, clock, ...(vectorsOf && { vectorsOf }) });
  await warm({ cache, embedding, clock, settings, report });
  const core: LoopCore = {
    settings,
    store: embedding.store,
    embedding,
    cache,
    clock,
    ids,
    owner: processOwner(ids.next()),
    isGone: ownerIsGone,
    report,
    pending: new Set(),
  };
  if (model === undefined) return core;
  const { openLearning } = await import("./learning/open-learning.ts");
  return { ...core, learning: await openLearning(core, model) };
}

/** The first recall should find the library in memory; a store that hangs must not keep the host from starting. */
async function warm({
  cache,
  embedding,
  clock,
  settings,
  report,
}: Pick<LoopCore, "cache" | "embedding" | "clock" | "settings" | "report">): Promise<void> {
  // Compiles the scan's patterns, which would take the first recall's whole budget several times over.
  scanText("warm-up", "bullet");
  const done = new AbortController();
  // The record comes first: it tells which dimension the rows are to have.
  const reading = embedding
    .open()
    .then(() => cache.refresh(settings.scope))
    .catch((error: unknown) => report.error(error, "open.library"));
  await Promise.race([reading, clock.sleep(WARM_BUDGET_MS, done.signal)]);
  done.abort();
}

/** Puts a checked backup in the place of a home; see `SkillLoop.restore`. */
export async function restoreHome(options: {
  readonly from: string;
  readonly home: string;
  readonly replace?: boolean;
}): Promise<BackupSummary> {
  const { restoreHome: restore } = await import("../io/lancedb/restore.ts");
  const { from, home: to, replace } = options;
  return restore({ from, to, ...(replace !== undefined && { replace }) });
}

async function embedderOf(settings: ResolvedSettings, directory: string): Promise<Embedder | undefined> {
  if (settings.embedder === "none") return undefined;
  if (settings.embedder !== "local") return settings.embedder;
  const { loadLocalEmbedder } = await import("../io/load-embedder.ts");
  return loadLocalEmbedder(directory);
}

async function openStore(settings: ResolvedSettings, options: LoopOptions, report: Reporter): Promise<Store> {
  const { openLanceStore } = await import("../io/lancedb/open-lance-store.ts");
  try {
    return await openLanceStore({
      home: settings.home,
      durability: settings.durability,
      ...(options.clock !== undefined && { clock: options.clock }),
      onRecovered: ({ table }) => report.log("warn", "store.recovered", { table }),
      onMaintenanceFailed: (error) => report.error(error, "store.maintenance"),
    });
  } catch (error) {
    // A machine that cannot run the store must still run the host: everything else is the host's to settle.
    if (!SkillLoopError.isInstance(error) || error.code !== "UNSUPPORTED_PROCESSOR") throw error;
    report.error(error, "open");
    report.log("warn", "loop.inert", { reason: describeError(error) });
    return inertStore(error);
  }
}
