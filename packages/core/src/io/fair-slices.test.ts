import { describe, expect, it } from "vitest";
import { fairSlices } from "./fair-slices.ts";

describe("fairSlices", () => {
  it("is over after some milliseconds of work, and begins anew after a turn of the event loop", async () => {
    let now = 0;
    const slices = fairSlices({ monotonic: () => now });
    let turned = false;
    setImmediate(() => {
      turned = true;
    });
    const stepsUntilOver = (): number => {
      for (let step = 1; step <= 1_000; step += 1) {
        now += 0.1;
        if (slices.isOver) return step;
      }
      return Number.POSITIVE_INFINITY;
    };
    expect(stepsUntilOver()).toBeLessThanOrEqual(100);
    expect(turned).toBe(false);
    await slices.next();
    expect(turned).toBe(true);
    const second = stepsUntilOver();
    expect(second).toBeGreaterThan(32);
    expect(second).toBeLessThanOrEqual(100);
  });
});
