import { describe, expect, it } from "vitest";
import { readOptions } from "./options.ts";

describe("readOptions", () => {
  it("scores the test half of our own files when nothing is said", () => {
    expect(readOptions([])).toMatchObject({ half: "test", distractors: 0, ablate: false, json: false });
  });

  it("writes results from a run with everything in it", () => {
    expect(readOptions(["--write-results"])).toMatchObject({ distractors: 2_000, ablate: true });
  });

  it.each([
    [["--half", "both"], "--half is one of tune, test, not both."],
    [["--embedder", "cloud"], "--embedder is one of none, local, not cloud."],
    [["--distractors", "many"], "--distractors takes a number of skills, not many."],
    [["--distractors", "-1"], "--distractors"],
    [["--misses"], "not looked at"],
    [["--write-results", "--half", "tune"], "for the whole test half of our own files"],
    [["--write-results", "--library", "x"], "for the whole test half of our own files"],
    [["--write-results", "--author", "fir"], "for the whole test half of our own files"],
    [["--unknown"], "--unknown"],
  ])("refuses %o", (args, message) => {
    expect(() => readOptions(args)).toThrow(message);
  });

  it("shows misses of the tuning half and of foreign files", () => {
    expect(readOptions(["--misses", "--half", "tune"]).misses).toBe(true);
    expect(readOptions(["--misses", "--library", "x", "--probes", "y"]).misses).toBe(true);
  });
});
