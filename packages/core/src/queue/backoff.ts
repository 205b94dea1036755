/** A job that failed this often is dead: it waits for `requeue`, and nothing is lost. */
export const MAX_ATTEMPTS = 5;

const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 10 * 60_000;

/** How long a job rests after its `attempts`-th failed attempt, in milliseconds: doubling, capped. */
export function backoffMs(attempts: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.max(0, attempts - 1));
}
