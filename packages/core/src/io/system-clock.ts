import { setTimeout as setTimeoutPromise } from "node:timers/promises";
import type { Clock } from "../ports/clock.ts";

/** The machine's clock. A wait that is aborted resolves early instead of rejecting: the caller looks at its signal. */
export function systemClock(): Clock {
  return {
    now: () => Date.now(),
    monotonic: () => performance.now(),
    sleep: (milliseconds, signal) => wait(milliseconds, { signal, ref: true }),
    rest: (milliseconds, signal) => wait(milliseconds, { signal, ref: false }),
  };
}

async function wait(
  milliseconds: number,
  { signal, ref }: { readonly signal: AbortSignal | undefined; readonly ref: boolean },
): Promise<void> {
  try {
    await setTimeoutPromise(milliseconds, undefined, { ref, ...(signal !== undefined && { signal }) });
  } catch (error) {
    if (signal?.aborted !== true) throw error;
  }
}
