import { describe, expect, it } from "vitest";
import { retryWaitMs } from "./retry-wait.ts";

const now = Date.parse("2026-01-01T00:00:00Z");
const margin = 3_000;
const busy = (responseHeaders?: Readonly<Record<string, string>>) => ({ isRetryable: true, responseHeaders });

describe("retryWaitMs", () => {
  it("is nothing for what the SDK does not send again", () => {
    for (const error of [new Error("no"), { isRetryable: false }, undefined, "no"]) {
      expect(retryWaitMs(error, 1, now)).toBeUndefined();
    }
  });

  it("doubles from try to try, and never grows without bound", () => {
    expect([1, 2, 3].map((failures) => retryWaitMs(busy(), failures, now))).toEqual([
      2_000 + margin,
      4_000 + margin,
      8_000 + margin,
    ]);
    expect(retryWaitMs(busy(), 100, now)).toBe(64_000 + margin);
  });

  it("is what the server asks for, in any of its three forms", () => {
    expect(retryWaitMs(busy({ "retry-after-ms": "150" }), 1, now)).toBe(150 + margin);
    expect(retryWaitMs(busy({ "retry-after": "7" }), 1, now)).toBe(7_000 + margin);
    expect(retryWaitMs(busy({ "retry-after": "Thu, 01 Jan 2026 00:00:09 GMT" }), 1, now)).toBe(
      9_000 + margin,
    );
  });

  it("takes no notice of what a server asks for without sense", () => {
    for (const asked of ["-5", "soon", "100000"]) {
      expect(retryWaitMs(busy({ "retry-after": asked }), 1, now)).toBe(2_000 + margin);
    }
  });
});
