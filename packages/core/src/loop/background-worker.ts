import { trackTransientSkills } from "../library/run-transients.ts";
import { tidyLibrary } from "../maintenance.ts";
import { startWorker, type Worker } from "../worker.ts";
import { describeError } from "./describe-error.ts";
import type { LoopCore } from "./loop-core.ts";
import { type ProcessPorts, processQueue } from "./process-queue.ts";

export interface BackgroundWorker {
  /** Runs what a caller asked for with the worker's ports, so that `close` knows of it. */
  run<T>(work: (ports: ProcessPorts) => Promise<T>): Promise<T>;
  start(): void;
  /** Resolves when the batch in hand is committed. */
  stop(): Promise<void>;
  wake(): void;
  /** Ends everything after the batch in hand, and waits for that no longer than `timeoutMs`. */
  close(timeoutMs: number): Promise<void>;
}

/** While no model answers, it is asked again this often. */
const PAUSE_MS = 30_000;
const TIDY_EVERY_MS = 60 * 60_000;

/** The worker of one home in this process: it learns within the loop's own scope and tidies up after. */
export function backgroundWorker(core: LoopCore): BackgroundWorker {
  const { store, embedding, clock, owner, isGone, report, settings } = core;
  const closing = new AbortController();
  const inHand = new Set<Promise<unknown>>();
  const ports: ProcessPorts = {
    store,
    clock,
    owner,
    isGone,
    closing: closing.signal,
    transients: trackTransientSkills({ store }, { scope: settings.scope, reach: "within" }),
    report: (error, event) => report.error(error, event),
    log: report.log,
    describe: describeError,
    learning: core.learning,
  };
  let running: Worker | undefined;
  let tidiedAt = Number.NEGATIVE_INFINITY;

  const work = async (signal: AbortSignal): Promise<void> => {
    const done = await processQueue(ports, { scope: settings.scope, signal, pauseMs: PAUSE_MS });
    const { learned, rejected, skipped, waiting, errored, paused } = done;
    if (paused !== undefined)
      report.log("warn", "worker.paused", { code: paused.code, detail: paused.detail });
    if (done.traces.length > 0)
      report.log("info", "worker.round", { learned, rejected, skipped, waiting, errored });
    await embedding.fill(settings.scope, signal);
    if (clock.now() - tidiedAt >= TIDY_EVERY_MS) {
      tidiedAt = clock.now();
      await tidyLibrary(ports, settings);
    }
    await store.maintain();
  };

  const stop = async (): Promise<void> => {
    const worker = running;
    running = undefined;
    await worker?.stop();
  };

  const run = <T>(asked: (ports: ProcessPorts) => Promise<T>): Promise<T> => {
    const work = asked(ports);
    inHand.add(work);
    const done = () => inHand.delete(work);
    work.then(done, done);
    return work;
  };

  /** A process that ends soon after its run leaves it to the next one, which may not live to a first look either. */
  const takeUpWhatWaits = async (): Promise<void> => {
    try {
      const { trace } = await store.countJobs({ scope: settings.scope, reach: "within" });
      if (trace.waiting > 0) running?.wake();
    } catch (error) {
      if (!closing.signal.aborted) report.error(error, "worker");
    }
  };

  return {
    run,
    start() {
      if (running !== undefined) return;
      running = startWorker({ clock, work, onError: (error) => report.error(error, "worker") });
      void run(takeUpWhatWaits);
    },
    stop,
    wake: () => running?.wake(),
    async close(timeoutMs) {
      closing.abort();
      const finished = new AbortController();
      const settled = Promise.allSettled([stop(), ...inHand]);
      await Promise.race([settled, clock.sleep(timeoutMs, finished.signal)]);
      finished.abort();
    },
  };
}
