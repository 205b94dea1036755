import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "../ports/clock.ts";

/** The machine's clock. A sleep that is aborted resolves early instead of rejecting: the caller looks at its signal. */
export function systemClock(): Clock {
  return {
    now: () => Date.now(),
    monotonic: () => performance.now(),
    sleep: async (milliseconds, signal) => {
      try {
        await sleep(milliseconds, undefined, signal === undefined ? {} : { signal });
      } catch (error) {
        if (signal?.aborted !== true) throw error;
      }
    },
  };
}
