import { randomBytes } from "node:crypto";
import type { Ids } from "../ports/ids.ts";

/**
 * Version 7 UUIDs (RFC 9562): the time in front makes them sortable, and a counter keeps the order of
 * ids made within one millisecond.
 */
export function randomIds(now: () => number = () => Date.now()): Ids {
  let last = -1;
  let counter = 0;
  return {
    next: () => {
      const time = Math.max(now(), last);
      counter = time === last ? counter + 1 : 0;
      // Twelve bits of counter fit; past them the time itself is moved on, so that order never breaks.
      last = counter > 0xfff ? time + 1 : time;
      if (counter > 0xfff) counter = 0;
      return format({ time: last, counter, tail: randomBytes(8) });
    },
  };
}

function format(parts: { time: number; counter: number; tail: Buffer }): string {
  const time = parts.time.toString(16).padStart(12, "0");
  const counter = parts.counter.toString(16).padStart(3, "0");
  const variant = Buffer.from(parts.tail);
  variant[0] = ((variant[0] ?? 0) & 0x3f) | 0x80;
  const tail = variant.toString("hex");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counter}-${tail.slice(0, 4)}-${tail.slice(4)}`;
}
