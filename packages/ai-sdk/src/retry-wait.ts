import { readField } from "@skillloop/core/adapter";

const FIRST_WAIT_MS = 2_000;
const LONGEST_HEADER_MS = 60_000;
const MARGIN_MS = 3_000;

/**
 * How long, in milliseconds, the SDK may wait before it sends a failed request again; `undefined` when it
 * will not. It repeats what says `isRetryable`, after the time the server asks for, else after 2 s doubled
 * each time. Whether it has a try left only its caller knows: so a run waits this long for one.
 */
export function retryWaitMs(error: unknown, failures: number, now: number): number | undefined {
  if (readField(error, "isRetryable") !== true) return undefined;
  const backoff = FIRST_WAIT_MS * 2 ** Math.min(failures - 1, 5);
  const asked = headerWaitMs(readField(error, "responseHeaders"), now);
  const usable = asked !== undefined && asked >= 0 && (asked < LONGEST_HEADER_MS || asked < backoff);
  return (usable ? asked : backoff) + MARGIN_MS;
}

function headerWaitMs(headers: unknown, now: number): number | undefined {
  const milliseconds = Number.parseFloat(String(readField(headers, "retry-after-ms")));
  if (!Number.isNaN(milliseconds)) return milliseconds;
  const after = readField(headers, "retry-after");
  if (typeof after !== "string") return undefined;
  const seconds = Number.parseFloat(after);
  const wait = Number.isNaN(seconds) ? Date.parse(after) - now : seconds * 1000;
  return Number.isNaN(wait) ? undefined : wait;
}
