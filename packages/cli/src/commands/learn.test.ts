import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { SkillLoopError } from "@skillloop/core";
import { describe, expect, it } from "vitest";
import type { CliIo, FileRun } from "../cli-io.ts";
import { runScripted } from "../testing/run-scripted.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

const receipt = { traceId: "t", added: true, redactions: 0, truncated: 0, stepsDropped: 0 };
const notJson = new SkillLoopError({ code: "UNPARSABLE_FILE", message: "Not JSON.", remedy: "Mend it." });
const refused = new SkillLoopError({ code: "INVALID_TRACE", message: "It has no task.", remedy: "Add one." });

function good(line: number): FileRun {
  return { line, input: { task: `task ${line}`, steps: [] } };
}

function folder(...names: readonly string[]): string {
  const directory = temporaryFolder();
  for (const name of names) writeFileSync(join(directory, name), name);
  return directory;
}

function reading(byText: Readonly<Record<string, readonly FileRun[]>>): Pick<CliIo, "readRuns"> {
  return { readRuns: async (text) => byText[text] ?? [] };
}

describe("skillloop learn", () => {
  it("accepts the good lines, names the bad ones by line, and goes on", async () => {
    const bad: FileRun = { line: 2, error: notJson };
    const io = {
      directory: folder("runs.jsonl"),
      ...reading({ "runs.jsonl": [good(1), bad, good(3), good(4)] }),
    };
    const script = {
      learnMany: async () => [receipt, refused, { ...receipt, added: false, redactions: 2 }],
    };
    const { code, out } = await runScripted(["learn", "runs.jsonl", "--json"], script, io);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({
      accepted: 2,
      rejected: [
        { line: 2, code: "UNPARSABLE_FILE", message: "Not JSON. Mend it." },
        { line: 3, code: "INVALID_TRACE", message: "It has no task. Add one." },
      ],
    });
    const human = await runScripted(["learn", "runs.jsonl"], script, io);
    expect(human.out).toContain("2 runs accepted (1 known before, 2 secrets masked), 2 rejected.");
    expect(human.out).toContain("\n  t\n");
    expect(human.err).toContain("error INVALID_TRACE: line 3: It has no task. Add one.\n");
    expect(human.out).toContain('Next: "skillloop process".');
  });

  it("exits with 2 when runs were rejected and none was accepted, and then opens nothing", async () => {
    const bad: FileRun = { line: 1, error: notJson };
    const io = { directory: folder("runs.jsonl"), ...reading({ "runs.jsonl": [bad] }) };
    const { code, out, opened } = await runScripted(["learn", "runs.jsonl"], {}, io);
    expect(code).toBe(2);
    expect(out).toContain("0 runs accepted, 1 rejected.");
    expect(opened).toBeUndefined();
  });

  it("names the file of a rejected line when there are several", async () => {
    const bad: FileRun = { line: 1, error: notJson };
    const io = {
      directory: folder("a.jsonl", "b.jsonl"),
      ...reading({ "a.jsonl": [good(1)], "b.jsonl": [bad] }),
    };
    const { code, out } = await runScripted(
      ["learn", "a.jsonl", "b.jsonl", "--json"],
      {
        learnMany: async () => [receipt],
      },
      io,
    );
    expect(code).toBe(0);
    expect(JSON.parse(out).rejected).toEqual([
      { file: "b.jsonl", line: 1, code: "UNPARSABLE_FILE", message: "Not JSON. Mend it." },
    ]);
  });

  it("reads standard input for -", async () => {
    const { code, out } = await runScripted(
      ["learn", "-", "--json"],
      { learnMany: async () => [receipt] },
      {
        input: "typed",
        ...reading({ typed: [good(1)] }),
      },
    );
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({ accepted: 1, rejected: [] });
  });

  it("takes a file in which nothing can be read as one bad line", async () => {
    const io: Partial<CliIo> = {
      directory: folder("a.jsonl", "broken.json"),
      readRuns: async (text) => {
        if (text === "a.jsonl") return [good(1)];
        throw notJson;
      },
    };
    const alone = await runScripted(["learn", "broken.json"], {}, io);
    expect(alone.code).toBe(2);
    expect(alone.err).toBe("error UNPARSABLE_FILE: line 1: Not JSON. Mend it.\n");
    const both = await runScripted(
      ["learn", "broken.json", "a.jsonl", "--json"],
      { learnMany: async () => [receipt] },
      io,
    );
    expect(both.code).toBe(0);
    expect(JSON.parse(both.out)).toMatchObject({ accepted: 1, rejected: [{ file: "broken.json", line: 1 }] });
  });

  it("says so when a file holds no runs, which is no failure", async () => {
    const io = { directory: folder("empty.json"), ...reading({}) };
    const { code, out } = await runScripted(["learn", "empty.json"], {}, io);
    expect(code).toBe(0);
    expect(out).toContain("no runs in it");
  });

  it("stores nothing when one of the files is not there or is a folder", async () => {
    const directory = folder("a.jsonl");
    const io = { directory, ...reading({ "a.jsonl": [good(1)] }) };
    const missing = await runScripted(["learn", "a.jsonl", "nope.jsonl"], {}, io);
    expect(missing.code).toBe(2);
    expect(missing.err).toMatch(
      /^error UNREADABLE_FILE: .*nope\.jsonl is not there\. Give a JSON or JSONL file/,
    );
    expect(missing.opened).toBeUndefined();
    const isFolder = await runScripted(["learn", directory], {}, io);
    expect(isFolder.code).toBe(2);
    expect(isFolder.err).toContain("is a folder.");
  });

  it("stores in batches and keeps each result with its line", async () => {
    const runs = Array.from({ length: 60 }, (_, index) => good(index + 1));
    const io = { directory: folder("runs.jsonl"), ...reading({ "runs.jsonl": runs }) };
    const sizes: number[] = [];
    const { out } = await runScripted(
      ["learn", "runs.jsonl", "--json"],
      {
        learnMany: async (inputs) => {
          sizes.push(inputs.length);
          return inputs.map((input) => ("task" in input && input.task === "task 51" ? refused : receipt));
        },
      },
      io,
    );
    expect(sizes).toEqual([25, 25, 10]);
    expect(JSON.parse(out)).toMatchObject({ accepted: 59, rejected: [{ line: 51 }] });
  });

  it("closes the loop when storing fails half-way", async () => {
    const io = { directory: folder("runs.jsonl"), ...reading({ "runs.jsonl": [good(1)] }) };
    const { code, err, calls } = await runScripted(
      ["learn", "runs.jsonl"],
      {
        learnMany: async () => {
          throw new SkillLoopError({
            code: "DISK_FULL",
            message: "The disk is full.",
            remedy: "Free some space.",
          });
        },
      },
      io,
    );
    expect(code).toBe(1);
    expect(err).toBe("error DISK_FULL: The disk is full. Free some space.\n");
    expect(calls.at(-1)).toEqual(["close"]);
  });
});
