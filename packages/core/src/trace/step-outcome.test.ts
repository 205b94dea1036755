import { describe, expect, it } from "vitest";
import { type CallFacts, judgeCall } from "./step-outcome.ts";

const judge = (facts: Partial<CallFacts>) => judgeCall({ input: {}, ...facts });
const shell = (command: string, facts: Partial<CallFacts>) => judge({ input: { command }, ...facts });

describe("judgeCall: exit codes", () => {
  it.each([
    { stdout: "", stderr: "boom", exitCode: 1 },
    { stdout: "", stderr: "boom", exit_code: 1 },
    { stdout: "", stderr: "boom", code: 1, signal: null },
    { stdout: "", stderr: "boom", status: 1 },
    { stdout: "", stderr: "boom", returncode: 1 },
    { output: "boom", metadata: { exit_code: 1, duration_seconds: 0.1 } },
  ])("reads the process result %j", (output) => {
    const judged = shell("npm test", { output });
    expect(judged).toMatchObject({ outcome: "tool-error", exitCode: 1 });
    expect(judged.error).toContain("boom");
    expect(judged.error).toContain("exit code 1");
  });

  it("puts stderr first, then the end of stdout", () => {
    const output = { stdout: `${"x\n".repeat(5_000)}last words`, stderr: "why it failed", exitCode: 2 };
    const { error = "" } = shell("make", { output });
    expect(error.startsWith("why it failed")).toBe(true);
    expect(error).toContain("last words");
    expect(error.length).toBeLessThan(2_500);
  });

  it.each([
    "Exit code 1\nboom",
    "Exit code: 1\nWall time: 0.3 seconds\nOutput:\nboom",
    "boom\n[exit status 1]",
    "boom\nexit code: 1",
    "boom\n\n[The command completed with exit code 1.]",
    "boom\n[Command finished with exit code 1]",
    "boom\nProcess exited with code 1",
    "Command: x\nOutput: boom\nError: (none)\nExit Code: 1\nSignal: (none)",
    "<returncode>1</returncode>\n<output>\nboom\n</output>",
    '{"output":"boom","metadata":{"exit_code":1}}',
  ])("reads the exit code that a shell tool prints: %j", (output) => {
    expect(shell("./build.sh", { output })).toMatchObject({ outcome: "tool-error", exitCode: 1 });
  });

  it.each(["all good\nexit code: 0", "Exit code: 0\nOutput:\nError: is a word in this page"])(
    "believes a printed exit code of 0: %j",
    (output) => {
      expect(shell("./build.sh", { output })).toMatchObject({ outcome: "ok", exitCode: 0 });
    },
  );

  it("does not take other numbers for an exit code", () => {
    for (const output of ["the exit code is documented in chapter 4", "return 1", "exit 1 of the motorway"]) {
      expect(shell("cat notes", { output })).toEqual({ outcome: "ok", output });
    }
  });

  it.each([
    "grep -n TODO src/a.ts",
    "cd src && grep -rn TODO .",
    "cat a.txt | grep x",
    "rg foo",
    "test -f nowhere",
    "[ -d nowhere ]",
    "[[ -f x ]]",
    "diff a b",
    "cmp a b",
    "pgrep node",
    "git diff --exit-code",
    "git diff --quiet HEAD",
    "git grep nothing",
    "git merge-base --is-ancestor a b",
    "git config --get user.email",
    "git config user.email",
    "sudo grep x /etc/hosts",
    "LC_ALL=C grep x y",
    "command -v jq",
    "which jq",
    "! grep x y",
  ])("takes exit code 1 of `%s` for an answer", (command) => {
    expect(shell(command, { output: { stdout: "", stderr: "", exitCode: 1 } })).toMatchObject({
      outcome: "ok",
      exitCode: 1,
    });
    expect(shell(command, { output: "", exitCode: 1 }).outcome).toBe("ok");
  });

  it("takes it for an answer although the framework flags every exit code", () => {
    expect(shell("grep x y", { output: "Exit code 1", failed: true }).outcome).toBe("ok");
    const error = Object.assign(new Error("Command failed: grep x y"), { code: 1, stdout: "", stderr: "" });
    expect(shell("grep x y", { error }).outcome).toBe("ok");
    expect(judge({ input: { command: ["bash", "-lc", "grep x y"] }, output: "", exitCode: 1 }).outcome).toBe(
      "ok",
    );
  });

  it.each([
    ["grep x nowhere", { stdout: "", stderr: "grep: nowhere: No such file or directory", exitCode: 2 }],
    ["grep x nowhere", { stdout: "", stderr: "grep: nowhere: No such file or directory", exitCode: 1 }],
    ["diff a", { stdout: "", stderr: "diff: missing operand after 'a'", exitCode: 2 }],
    ["npm test && grep ok log", { stdout: "", stderr: "", exitCode: 1 }],
    ["git commit -m x", { stdout: "nothing to commit", stderr: "", exitCode: 1 }],
    ["git diff --check", { stdout: "a.txt:1: trailing whitespace.", stderr: "", exitCode: 2 }],
    ["npm test", { stdout: "", stderr: "", exitCode: 1 }],
  ])("takes a failed `%s` for an error", (command, output) => {
    expect(shell(command, { output }).outcome).toBe("tool-error");
  });

  it.each([
    "npm test || true",
    "npm test; true",
    "npm test | tail -5",
    "npm test 2>&1 | tee log",
    "npm test; echo done",
  ])("does not believe the exit code that `%s` masks", (command) => {
    const output = { stdout: "npm ERR! Test failed. See above for more details.", stderr: "", exitCode: 0 };
    expect(shell(command, { output }).outcome).toBe("tool-error");
    expect(shell(command, { output: { stdout: "3 passed", stderr: "", exitCode: 0 } }).outcome).toBe("ok");
  });

  it.each(["npm test", "set -eo pipefail; npm test | tail -5", "cat build.log | tail -5", "ls x || mkdir x"])(
    "believes the exit code 0 of `%s`",
    (command) => {
      const output = { stdout: "npm ERR! Test failed.", stderr: "", exitCode: 0 };
      expect(shell(command, { output }).outcome).toBe("ok");
    },
  );

  it("calls a process killed by a signal aborted, whichever way it says so", () => {
    expect(shell("sleep 99", { exitCode: null }).outcome).toBe("aborted");
    expect(
      shell("sleep 99", { output: { stdout: "", stderr: "", code: null, signal: "SIGTERM" } }),
    ).toMatchObject({
      outcome: "aborted",
      error: expect.stringContaining("SIGTERM"),
    });
  });
});

describe("judgeCall: content that ends like a shell's report", () => {
  it("does not take the last line of a file for the exit code of the command that read it", () => {
    expect(shell("cat ci.log", { output: "step one\nexit code: 1" }).outcome).toBe("ok");
    expect(
      shell("cat nowhere", { output: "Exit code 1\ncat: nowhere: No such file or directory" }),
    ).toMatchObject({
      outcome: "tool-error",
      exitCode: 1,
    });
  });
});
