import { trackTransientSkills } from "../library/run-transients.ts";
import { tidyLibrary } from "../maintenance.ts";
import { startWorker, type Worker } from "../worker.ts";
import { describeError } from "./describe-error.ts";
import type { LoopCore } from "./loop-core.ts";
import { type ProcessPorts, processQueue } from "./process-queue.ts";

export interface BackgroundWorker {
  /** What `process()` and re-runs use as well, so that they report through the same channels. */
  readonly ports: ProcessPorts;
  start(): void;
  /** Resolves when the batch in hand is committed. */
  stop(): Promise<void>;
  wake(): void;
}

const TIDY_EVERY_MS = 60 * 60_000;

/** The worker of one home in this process: it learns within the loop's own scope and tidies up after. */
export function backgroundWorker(core: LoopCore): BackgroundWorker {
  const { store, clock, owner, isGone, report, settings } = core;
  const ports: ProcessPorts = {
    store,
    clock,
    owner,
    isGone,
    transients: trackTransientSkills({ store }, { scope: settings.scope, reach: "within" }),
    report: (error, event) => report.error(error, event),
    describe: describeError,
  };
  let running: Worker | undefined;
  let tidiedAt = Number.NEGATIVE_INFINITY;

  const work = async (signal: AbortSignal): Promise<void> => {
    const done = await processQueue(ports, { scope: settings.scope, signal });
    const { learned, rejected, skipped, waiting, errored } = done;
    if (done.traces.length > 0)
      report.log("info", "worker.round", { learned, rejected, skipped, waiting, errored });
    if (clock.now() - tidiedAt >= TIDY_EVERY_MS) {
      tidiedAt = clock.now();
      await tidyLibrary(ports, settings);
    }
    await store.maintain();
  };

  return {
    ports,
    start() {
      running ??= startWorker({ clock, work, onError: (error) => report.error(error, "worker") });
    },
    async stop() {
      const worker = running;
      running = undefined;
      await worker?.stop();
    },
    wake: () => running?.wake(),
  };
}
