import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runShell } from "./run-shell.ts";

describe("runShell", () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), "skillloop-shell-"));
  });
  afterEach(() => {
    rmSync(directory, { recursive: true, force: true });
  });

  const run = (command: string, more: { timeoutMs?: number; signal?: AbortSignal } = {}) =>
    runShell({ command, directory, variables: process.env, timeoutMs: 60_000, ...more });

  const lives = (pid: number): boolean => {
    try {
      // A killed process that nobody has collected yet is gone too.
      return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
    } catch {
      return false;
    }
  };

  // Neither the shell nor what it started listens to SIGTERM.
  const stubborn = `trap "" TERM; sh -c 'trap "" TERM; echo $$ > inner.pid; while :; do sleep 0.1; done' & echo $$ > outer.pid; while :; do sleep 0.1; done`;
  const pidIn = (file: string): number => Number(readFileSync(join(directory, file), "utf8"));

  it("gives back the exit code", async () => {
    expect(await run("exit 3")).toBe(3);
  });

  it("ends all that a command started at the timeout, and what does not listen too", async () => {
    expect(await run(stubborn, { timeoutMs: 500 })).toBeNull();
    for (const file of ["outer.pid", "inner.pid"]) {
      await expect.poll(() => lives(pidIn(file))).toBe(false);
    }
  });

  it("ends what the shell left behind when only the shell listens", async () => {
    const command = `sh -c 'trap "" TERM; echo $$ > inner.pid; while :; do sleep 0.1; done' & wait`;
    expect(await run(command, { timeoutMs: 500 })).toBeNull();
    await expect.poll(() => lives(pidIn("inner.pid"))).toBe(false);
  });

  it("ends it when the signal aborts, before or during the run", async () => {
    const during = new AbortController();
    const started = run("echo $$ > outer.pid; sleep 60", { signal: during.signal });
    await expect.poll(() => lives(pidIn("outer.pid"))).toBe(true);
    during.abort();
    expect(await started).toBeNull();
    expect(await run("sleep 60", { signal: AbortSignal.abort() })).toBeNull();
  });

  it("leaves no listener behind", async () => {
    const before = process.listenerCount("SIGINT");
    await run("exit 0");
    expect(process.listenerCount("SIGINT")).toBe(before);
  });
});
