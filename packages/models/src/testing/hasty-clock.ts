import type { ModelClock } from "../machine-clock.ts";

export interface HastyClock extends ModelClock {
  /** How long was waited for, in milliseconds, in order. */
  readonly waits: readonly number[];
  advance(milliseconds: number): void;
}

/** A clock whose waits pass at once, so that they can be read afterwards. Time limits of requests never run out. */
export function hastyClock(limitMs = 90_000, start = 1_700_000_000_000): HastyClock {
  let now = start;
  const waits: number[] = [];
  return {
    waits,
    now: () => now,
    async sleep(milliseconds, signal) {
      if (milliseconds === limitMs) {
        await new Promise<void>((resolve) => signal?.addEventListener("abort", () => resolve()));
        return;
      }
      waits.push(milliseconds);
      now += milliseconds;
    },
    advance(milliseconds) {
      now += milliseconds;
    },
  };
}
