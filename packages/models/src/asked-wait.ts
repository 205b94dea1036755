export type ReplyHeaders = (name: string) => string | undefined;

const units: Readonly<Record<string, number>> = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1_000, ms: 1 };

/**
 * How long a server asks to wait, in milliseconds: `retry-after-ms`, `Retry-After` in seconds or as a date, or the words
 * "try again in 1m2.5s". Undefined where it does not say.
 */
export function askedWait(header: ReplyHeaders, message: string, now: number): number | undefined {
  const exact = header("retry-after-ms")?.trim() ?? "";
  if (/^\d+(?:\.\d+)?$/.test(exact)) return Number(exact);
  return retryAfter(header("retry-after")?.trim() ?? "", now) ?? spokenWait(message);
}

function retryAfter(text: string, now: number): number | undefined {
  if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text) * 1_000;
  // A date begins with the name of a day; anything else, such as a negative number, is no wish at all.
  const date = /^[A-Z]/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

function spokenWait(message: string): number | undefined {
  const said = /\b(?:try again|retry) in ((?:\d+(?:\.\d+)?\s*(?:ms|[dhms])\s*)+)/i.exec(message)?.[1];
  if (said === undefined) return undefined;
  const parts = said.matchAll(/(\d+(?:\.\d+)?)\s*(ms|[dhms])/gi);
  return [...parts].reduce(
    (sum, [, count, unit = "s"]) => sum + Number(count) * (units[unit.toLowerCase()] ?? 0),
    0,
  );
}
