import { describe, expect, it } from "vitest";
import { mayRetry, retryDelay } from "./retry-delay.ts";

const now = Date.parse("2026-11-29T12:00:00Z");

describe("another attempt", () => {
  it("is made after faults that pass", () => {
    expect([408, 429, 500, 502, 503, 529].every(mayRetry)).toBe(true);
    expect([200, 400, 401, 403, 404, 413, 422].some(mayRetry)).toBe(false);
  });

  it("waits as long as the service asks, in seconds or until a date", () => {
    expect(retryDelay("2", 0, now, 0.5)).toBe(2_000);
    expect(retryDelay("0", 0, now, 0.5)).toBe(0);
    expect(retryDelay("Sun, 29 Nov 2026 12:00:05 GMT", 0, now, 0.5)).toBe(5_000);
    expect(retryDelay("Sun, 29 Nov 2026 11:00:00 GMT", 0, now, 0.5)).toBe(0);
  });

  it("is given up when the service asks for more than anyone waits", () => {
    expect(retryDelay("3600", 0, now, 0.5)).toBeUndefined();
    expect(retryDelay("Sun, 29 Nov 2026 13:00:00 GMT", 0, now, 0.5)).toBeUndefined();
  });

  it("waits twice as long each time when nothing usable is asked", () => {
    for (const asked of [null, "", "soon", "-5"]) {
      expect(retryDelay(asked, 0, now, 1)).toBe(250);
      expect(retryDelay(asked, 2, now, 1)).toBe(1_000);
      expect(retryDelay(asked, 2, now, 0)).toBe(500);
    }
  });
});
