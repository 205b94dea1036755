import { setImmediate as turn } from "node:timers/promises";
import type { Clock } from "../ports/clock.ts";

/** Milliseconds of work after which the event loop gets its turn. */
const sliceMs = 5;
/** Steps between two looks at the clock. */
const stepsBetweenLooks = 32;

/** Cuts long work: ask `isOver` at every step, and wait for `next` when it is. */
export function fairSlices(clock: Pick<Clock, "monotonic">) {
  let since = clock.monotonic();
  let steps = 0;
  return {
    get isOver(): boolean {
      steps += 1;
      return steps % stepsBetweenLooks === 0 && clock.monotonic() - since >= sliceMs;
    },
    async next(): Promise<void> {
      await turn();
      since = clock.monotonic();
    },
  };
}
