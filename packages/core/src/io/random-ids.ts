import { randomBytes } from "node:crypto";
import type { Ids } from "../ports/ids.ts";

const tailBytes = 8;
const tailDigits = tailBytes * 2;
const idsADraw = 256;

/**
 * Version 7 UUIDs (RFC 9562): the time in front makes them sortable, and a counter keeps the order of
 * ids made within one millisecond.
 */
export function randomIds(now: () => number = () => Date.now()): Ids {
  let last = -1;
  let counter = 0;
  let pool = "";
  let used = 0;
  /** Digits are drawn for many ids at once: a draw costs more than the rest of an id. */
  const tail = (): string => {
    if (used === pool.length) {
      pool = randomBytes(tailBytes * idsADraw).toString("hex");
      used = 0;
    }
    used += tailDigits;
    return pool.slice(used - tailDigits, used);
  };
  return {
    next: () => {
      const time = Math.max(now(), last);
      counter = time === last ? counter + 1 : 0;
      // Twelve bits of counter fit; past them the time itself is moved on, so that order never breaks.
      last = counter > 0xfff ? time + 1 : time;
      if (counter > 0xfff) counter = 0;
      return format({ time: last, counter, tail: tail() });
    },
  };
}

/** The first digit of the tail says which kind of UUID it is, and leaves two of its bits to chance. */
const firstDigits = "89ab";

function format(parts: { time: number; counter: number; tail: string }): string {
  const time = parts.time.toString(16).padStart(12, "0");
  const counter = parts.counter.toString(16).padStart(3, "0");
  const { tail } = parts;
  const first = firstDigits.charAt(Number.parseInt(tail.charAt(0), 16) & 3);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counter}-${first}${tail.slice(1, 4)}-${tail.slice(4)}`;
}
