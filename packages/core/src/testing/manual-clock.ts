import type { Clock } from "../ports/clock.ts";

export interface ManualClock extends Clock {
  /** Moves time on and wakes every sleeper that is due. */
  advance(milliseconds: number): Promise<void>;
}

/** A clock that stands still until it is told to move. */
export function manualClock(start = 1_700_000_000_000): ManualClock {
  let now = start;
  const sleepers = new Set<{ readonly until: number; readonly wake: () => void }>();
  const sleep: Clock["sleep"] = (milliseconds, signal) => {
    if (signal?.aborted === true) return Promise.resolve();
    return new Promise((resolve) => {
      const sleeper = {
        until: now + milliseconds,
        wake: () => {
          sleepers.delete(sleeper);
          resolve();
        },
      };
      sleepers.add(sleeper);
      signal?.addEventListener("abort", sleeper.wake, { once: true });
    });
  };
  return {
    now: () => now,
    monotonic: () => now,
    sleep,
    rest: sleep,
    async advance(milliseconds) {
      now += milliseconds;
      for (const sleeper of [...sleepers]) if (sleeper.until <= now) sleeper.wake();
      await Promise.resolve();
    },
  };
}
