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

/** By hand: a wait of `node:timers/promises` makes an error when it is cut short, as most of ours are. */
function wait(
  milliseconds: number,
  { signal, ref }: { readonly signal: AbortSignal | undefined; readonly ref: boolean },
): Promise<void> {
  if (signal?.aborted === true) return Promise.resolve();
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    if (!ref) timer.unref();
    signal?.addEventListener("abort", end);
  });
}
