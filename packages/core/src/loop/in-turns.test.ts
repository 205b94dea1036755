import { describe, expect, it } from "vitest";
import { systemClock } from "../io/system-clock.ts";
import { inTurns } from "./in-turns.ts";

describe("inTurns", () => {
  it("lets timers run between items that take their time, and keeps the order", async () => {
    let ticks = 0;
    const timer = setInterval(() => {
      ticks += 1;
    }, 1);
    const slow = (item: number) => {
      const until = performance.now() + 10;
      while (performance.now() < until);
      return item * 2;
    };
    expect(await inTurns([1, 2, 3, 4, 5], slow, systemClock())).toEqual([2, 4, 6, 8, 10]);
    clearInterval(timer);
    expect(ticks).toBeGreaterThanOrEqual(4);
  });
});
