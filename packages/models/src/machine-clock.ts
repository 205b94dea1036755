import type { Clock } from "@skillloop/core";

export type ModelClock = Pick<Clock, "now" | "sleep">;

/** The machine's own time. */
export const machineClock: ModelClock = {
  now: () => Date.now(),
  sleep: (milliseconds, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted === true) return resolve();
      const end = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", end);
        resolve();
      };
      const timer = setTimeout(end, milliseconds);
      signal?.addEventListener("abort", end, { once: true });
    }),
};
