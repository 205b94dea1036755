import type { Clock } from "./ports/clock.ts";

export interface Worker {
  /** Tells the worker that there may be work; it never waits for the next look round. */
  wake(): void;
  /** Resolves when the batch in hand is finished; nothing is left leased. */
  stop(): Promise<void>;
}

export interface WorkerOptions {
  readonly clock: Clock;
  /** One round of work; stops early, between batches, when the signal aborts. */
  readonly work: (signal: AbortSignal) => Promise<void>;
  readonly onError: (error: unknown) => void;
  /** How long it rests between rounds when nobody wakes it: work of other processes is found by then. */
  readonly restMs?: number;
}

const DEFAULT_REST_MS = 5_000;
/** Lets a burst of traces gather into one batch. */
const GATHER_MS = 50;

/** Learns in the background. It does not keep the process alive. */
export function startWorker({ clock, work, onError, restMs = DEFAULT_REST_MS }: WorkerOptions): Worker {
  const stopping = new AbortController();
  let woken = new AbortController();

  const rounds = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await clock.rest(restMs, woken.signal);
      if (stopping.signal.aborted) return;
      await clock.rest(GATHER_MS, stopping.signal);
      woken = new AbortController();
      try {
        await work(stopping.signal);
      } catch (error) {
        onError(error);
      }
    }
  };
  const running = rounds();

  return {
    wake: () => woken.abort(),
    async stop() {
      stopping.abort();
      woken.abort();
      await running;
    },
  };
}
