import { describe, expect, it } from "vitest";
import { Differences } from "./differences.ts";

describe("Differences", () => {
  it("allows what is stated beside what is expected, in the cases it is stated for", () => {
    const all = new Differences([
      { scenario: "interrupt", reason: "never told", cases: "resumes", outcomes: { call_1: "missing" } },
    ]);
    const outcomes = (title: string) => all.in(title).outcomesOf("call_1", ["interrupted"], "missing");
    expect(outcomes("that nobody resumes: generate")).toEqual(["interrupted", "missing"]);
    expect(outcomes("another case")).toEqual(["interrupted"]);
    expect(all.outcomesOf("call_2", ["ok"], "ok")).toEqual(["ok"]);
  });

  it("tells what was stated and never happened", () => {
    const all = new Differences([
      { scenario: "step-limit", reason: "unseen", outcomes: { call_1: "missing", call_2: "missing" } },
      { scenario: "step-limit", reason: "no event", end: "completed" },
    ]);
    all.in("generate").outcomesOf("call_2", ["ok"], "missing");
    all.in("generate").outcomesOf("call_1", ["ok"], "ok");
    all.in("generate").endsOf("aborted", "aborted");
    expect(all.notNeeded).toEqual(["call_1: unseen", "its end: no event"]);
    all.in("stream").endsOf("aborted", "completed");
    expect(all.notNeeded).toEqual(["call_1: unseen"]);
  });

  it("says why a case is not there", () => {
    const all = new Differences([
      { scenario: "parallel-calls", reason: "one by one", cases: "out of order", notThere: true },
    ]);
    expect(all.in("out of order: stream").whyNotThere).toBe("one by one");
    expect(all.in("side by side: stream").whyNotThere).toBeUndefined();
  });
});
