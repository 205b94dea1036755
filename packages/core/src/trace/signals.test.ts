import { describe, expect, it } from "vitest";
import { parseTracePart } from "../schema/parse-trace-part.ts";
import { traceInputSchema } from "../schema/trace-input.ts";
import { signalsOf } from "./signals.ts";

const signals = (value: object) => signalsOf(parseTracePart(traceInputSchema, value));

describe("signalsOf", () => {
  it.each([
    [1, "success"],
    [1.5, "success"],
    [0, "failure"],
    [-1, "failure"],
    [0.4, "partial"],
    [true, "success"],
    [false, "failure"],
  ])("takes a reward of %j for a test that is a %s", (reward, outcome) => {
    expect(signals({ reward })).toEqual([{ source: "test", check: "reward", outcome }]);
  });

  it("takes an outcome for a test only when a check is named", () => {
    expect(signals({ outcome: "success", check: "npm test" })).toEqual([
      { source: "test", outcome: "success", check: "npm test" },
    ]);
    expect(signals({ outcome: "success" })).toEqual([{ source: "self", outcome: "success" }]);
    expect(signals({ outcome: "success", check: " " })).toEqual([{ source: "self", outcome: "success" }]);
  });

  it("believes an exit code more than the word beside it; a killed process is unknown", () => {
    expect(signals({ outcome: "success", exitCode: 1, check: "make" })).toEqual([
      { source: "test", outcome: "failure", check: "make", exitCode: 1 },
    ]);
    expect(signals({ exitCode: null, check: "make" })).toEqual([
      { source: "test", outcome: "unknown", check: "make" },
    ]);
    expect(signals({ signals: [{ source: "test", check: "make", exitCode: null }] })).toEqual([
      { source: "test", outcome: "unknown", check: "make" },
    ]);
  });

  it("keeps the given signals in order, before what the file says of the whole", () => {
    const given = [{ source: "user", outcome: "failure", detail: "no" }];
    expect(signals({ signals: given, reward: 1 })).toEqual([
      ...given,
      { source: "test", check: "reward", outcome: "success" },
    ]);
  });
});
