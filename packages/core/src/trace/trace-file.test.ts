import { describe, expect, it } from "vitest";
import { SkillLoopError } from "../errors.ts";
import { readTraceFile } from "./trace-file.ts";

const codeOf = (read: () => unknown): unknown => {
  try {
    read();
    return "no error";
  } catch (error) {
    return SkillLoopError.isInstance(error) ? error.code : error;
  }
};

describe("readTraceFile", () => {
  it("reads one object, on one line or many", () => {
    expect(readTraceFile('{"task":"a"}', "f")).toEqual([{ line: 1, input: { task: "a" } }]);
    expect(readTraceFile('{\n  "task": "a"\n}\n', "f")).toEqual([{ line: 1, input: { task: "a" } }]);
  });

  it("reads an array by position", () => {
    expect(readTraceFile('[{"task":"a"},\n\n{"task":"b"}]', "f")).toEqual([
      { line: 1, input: { task: "a" } },
      { line: 2, input: { task: "b" } },
    ]);
  });

  it("reads JSONL with a byte order mark, blank lines and Windows line ends", () => {
    expect(readTraceFile('\uFEFF{"task":"a"}\r\n\r\n{"task":"b"}\r\n', "f")).toEqual([
      { line: 1, input: { task: "a" } },
      { line: 3, input: { task: "b" } },
    ]);
  });

  it("makes a bad line an error of that line alone, without quoting it", () => {
    const secret = `hunter${"2".repeat(3)}`;
    const entries = readTraceFile(`{"password": "${secret}\n{"task":"b"}\nnot json\n{"task":"c"}`, "f");
    expect(entries.map(({ line }) => line)).toEqual([1, 2, 3, 4]);
    expect(entries.map((entry) => ("error" in entry ? entry.error.code : "ok"))).toEqual([
      "INVALID_TRACE",
      "ok",
      "INVALID_TRACE",
      "ok",
    ]);
    expect(entries.map((entry) => ("error" in entry ? entry.error.message : "")).join()).not.toContain(
      "hunter",
    );
  });

  it("refuses a file as a whole when nothing in it can be read", () => {
    for (const text of [
      "",
      " \n",
      "not json",
      '{"task": ',
      '{\n "steps": [\n  {"tool":"x"}\n ,',
      "[\n{}\n{}\n]",
    ]) {
      expect(codeOf(() => readTraceFile(text, "f"))).toBe("UNPARSABLE_FILE");
    }
  });
});
