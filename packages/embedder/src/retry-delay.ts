/** Longest that is waited for a service; one that asks for more is given up. */
const LONGEST_MS = 30_000;
const FIRST_MS = 250;

/** Whether another attempt may go better: too many requests, a timeout, a fault of the server. */
export function mayRetry(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}

/**
 * How long to wait before the next attempt, in ms: what `Retry-After` says, in seconds or as a date, else twice
 * as long each time. Undefined when the service asks for more than anyone would wait.
 *
 * @param attempt 0 for the first that failed.
 * @param dice from 0 to 1, so that many processes do not come back at once.
 */
export function retryDelay(
  retryAfter: string | null,
  attempt: number,
  now: number,
  dice: number,
): number | undefined {
  const asked = retryAfter === null ? undefined : askedDelay(retryAfter.trim(), now);
  if (asked === undefined) return FIRST_MS * 2 ** attempt * (0.5 + dice / 2);
  return asked > LONGEST_MS ? undefined : asked;
}

function askedDelay(text: string, now: number): number | undefined {
  if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text) * 1_000;
  // A date begins with the name of a day; anything else, such as a negative number, is no wish at all.
  const date = /^[A-Z]/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
