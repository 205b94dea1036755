import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { systemClock } from "./system-clock.ts";

describe("systemClock", () => {
  it("ends a sleep early, without an error, when it is aborted", async () => {
    const abort = new AbortController();
    const sleep = systemClock().sleep(60_000, abort.signal);
    abort.abort();
    expect(await sleep).toBeUndefined();
  });

  it("does not begin a wait that was aborted before, and leaves no listener behind one that is over", async () => {
    expect(await systemClock().sleep(60_000, AbortSignal.abort())).toBeUndefined();
    const { signal } = new AbortController();
    await systemClock()
      .rest(1, signal)
      .then(() => {
        expect(getEventListeners(signal, "abort")).toEqual([]);
      });
  });

  it("never runs backwards", () => {
    const clock = systemClock();
    const before = clock.monotonic();
    expect(clock.monotonic()).toBeGreaterThanOrEqual(before);
    expect(Number.isInteger(clock.now())).toBe(true);
  });
});
