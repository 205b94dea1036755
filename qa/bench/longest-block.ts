import { setTimeout as sleep } from "node:timers/promises";

/**
 * Milliseconds that the event loop stood still at most while `work` ran: how late a timer of one millisecond came.
 * On a busy machine it also counts what other processes took.
 */
export async function longestBlock(work: () => Promise<unknown>): Promise<number> {
  await sleep(20);
  let longest = 0;
  let last = performance.now();
  const look = (): void => {
    const now = performance.now();
    longest = Math.max(longest, now - last - 1);
    last = now;
  };
  const timer = setInterval(look, 1);
  await work();
  // What is blocked at the very end shows only in a timer that comes after it.
  await sleep(3);
  clearInterval(timer);
  look();
  return longest;
}
