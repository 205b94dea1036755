import { describe, expect, it } from "vitest";
import { systemClock } from "./system-clock.ts";

describe("systemClock", () => {
  it("ends a sleep early, without an error, when it is aborted", async () => {
    const abort = new AbortController();
    const sleep = systemClock().sleep(60_000, abort.signal);
    abort.abort();
    expect(await sleep).toBeUndefined();
  });

  it("never runs backwards", () => {
    const clock = systemClock();
    const before = clock.monotonic();
    expect(clock.monotonic()).toBeGreaterThanOrEqual(before);
    expect(Number.isInteger(clock.now())).toBe(true);
  });
});
