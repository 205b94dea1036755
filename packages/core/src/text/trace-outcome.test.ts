import { describe, expect, it } from "vitest";
import type { Signal } from "../types/signal.ts";
import { traceOutcome } from "./trace-outcome.ts";

const test = (check: string, outcome: Signal["outcome"]): Signal => ({ source: "test", check, outcome });

describe("traceOutcome", () => {
  it("knows nothing without signals", () => {
    expect(traceOutcome([])).toEqual({ outcome: "unknown", source: "none" });
  });

  it("lets a failed test outrank any number of opinions", () => {
    const opinions: Signal[] = Array.from({ length: 9 }, () => ({ source: "self", outcome: "success" }));
    expect(traceOutcome([...opinions, test("npm test", "failure")])).toEqual({
      outcome: "failure",
      source: "test",
    });
    expect(traceOutcome([...opinions, { source: "user", outcome: "failure" }]).outcome).toBe("failure");
  });

  it("counts the last result of each named check", () => {
    expect(traceOutcome([test("a", "failure"), test("a", "success")]).outcome).toBe("success");
    expect(traceOutcome([test("a", "success"), test("a", "failure")]).outcome).toBe("failure");
  });

  it("calls two checks that disagree partial", () => {
    expect(traceOutcome([test("a", "success"), test("b", "failure")]).outcome).toBe("partial");
  });

  it("ignores an unknown check when another one is known, and is unknown when none is", () => {
    expect(traceOutcome([test("a", "unknown"), test("b", "success")]).outcome).toBe("success");
    expect(traceOutcome([test("a", "failure"), test("a", "unknown")])).toEqual({
      outcome: "unknown",
      source: "test",
    });
  });
});
