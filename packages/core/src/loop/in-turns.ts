import type { Clock } from "../ports/clock.ts";

/** Milliseconds of work after which the host's event loop, and our own heartbeat, get their turn. */
const TURN_MS = 8;

/** Works through items one at a time without holding the event loop for longer than the slowest of them. */
export async function inTurns<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Result,
  clock: Pick<Clock, "monotonic" | "sleep">,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  let turnBegan = clock.monotonic();
  for (const item of items) {
    results.push(work(item));
    if (clock.monotonic() - turnBegan < TURN_MS) continue;
    await clock.sleep(0);
    turnBegan = clock.monotonic();
  }
  return results;
}
