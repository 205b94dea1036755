import { randomBytes } from "node:crypto";
import type { Ids } from "../ports/ids.ts";

const tailBytes = 8;
const idsADraw = 256;

/**
 * Version 7 UUIDs (RFC 9562): the time in front makes them sortable, and a counter keeps the order of
 * ids made within one millisecond.
 */
export function randomIds(now: () => number = () => Date.now()): Ids {
  let last = -1;
  let counter = 0;
  let pool = Buffer.alloc(0);
  let used = 0;
  /** Bytes are drawn for many ids at once: a draw costs more than the rest of an id. */
  const tail = (): Buffer => {
    if (used === pool.length) {
      pool = randomBytes(tailBytes * idsADraw);
      used = 0;
    }
    used += tailBytes;
    return pool.subarray(used - tailBytes, used);
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

function format(parts: { time: number; counter: number; tail: Buffer }): string {
  const time = parts.time.toString(16).padStart(12, "0");
  const counter = parts.counter.toString(16).padStart(3, "0");
  parts.tail[0] = ((parts.tail[0] ?? 0) & 0x3f) | 0x80;
  const tail = parts.tail.toString("hex");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counter}-${tail.slice(0, 4)}-${tail.slice(4)}`;
}
