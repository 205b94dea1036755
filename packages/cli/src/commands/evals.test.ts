import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { FileRun } from "../cli-io.ts";
import type { RerunRunner } from "../core-types.ts";
import { runScripted } from "../testing/run-scripted.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

type Result = Awaited<ReturnType<RerunRunner>>;

const pending = [{ name: "git-commit-identity", version: 1, task: "commit my work", check: "git log" }];
const request = {
  task: "commit my work",
  skillMd: "---\nname: git-commit-identity\n---\n",
  skill: { name: "git-commit-identity", version: 1 },
  environment: { node: "22" },
  check: "git log",
  context: { fixture: "fresh-clone" },
  attempt: 1,
  signal: new AbortController().signal,
};

/** A stand-in for a host's program: writes what it was told as its run, and exits as it is bidden. */
function program(exit: string): string {
  const directory = temporaryFolder();
  const file = join(directory, "agent.mjs");
  writeFileSync(
    file,
    `import { readFileSync, writeFileSync } from "node:fs";
     const { SKILLLOOP_RERUN_TRACE: trace, SKILLLOOP_RERUN_SKILL: skill, ...rest } = process.env;
     const told = Object.entries(rest).filter(([name]) => name.startsWith("SKILLLOOP_RERUN_"));
     const skillText = skill === undefined ? null : readFileSync(skill, "utf8");
     if (trace) writeFileSync(trace, JSON.stringify({ told: Object.fromEntries(told), skillText }));
     ${exit}`,
  );
  return `"${process.execPath}" "${file}"`;
}

async function rerun(command: string, asked = request): Promise<Result> {
  let result: Result | undefined;
  await runScripted(
    ["evals", "--run", command, "--timeout", "20"],
    {
      runPendingEvals: async (runner) => {
        result = await runner(asked);
        return { ran: 1, passed: 1, failed: 0, results: [] };
      },
    },
    {
      readRuns: async (text): Promise<FileRun[]> => [{ line: 1, input: JSON.parse(text) }],
      variables: process.env,
    },
  );
  if (result === undefined) throw new Error("The re-run gave no result.");
  return result;
}

describe("skillloop evals", () => {
  it("lists the re-runs that wait", async () => {
    const { out } = await runScripted(["evals"], { pendingEvals: async () => pending });
    expect(out).toMatch(/^git-commit-identity +1 +git log +commit my work$/m);
    expect(out).toContain("1 re-run;");
    const json = await runScripted(["evals", "--json"], { pendingEvals: async () => pending });
    expect(JSON.parse(json.out)).toEqual(pending);
  });

  it("says so when none waits", async () => {
    const { code, out } = await runScripted(["evals"], { pendingEvals: async () => [] });
    expect(code).toBe(0);
    expect(out).toContain("No re-run waits.");
  });

  it("refuses options that only go with --run", async () => {
    const { code, err } = await runScripted(["evals", "--control"]);
    expect(code).toBe(2);
    expect(err).toContain("go with --run COMMAND");
  });
});

describe("skillloop evals --run", () => {
  it("hands the command task, skill, check and context, and takes its run and exit code", async () => {
    const { trace, exitCode, check } = await rerun(program("process.exitCode = 3;"));
    expect(exitCode).toBe(3);
    expect(check).toBe("git log");
    expect(trace).toEqual({
      told: {
        SKILLLOOP_RERUN_TASK: "commit my work",
        SKILLLOOP_RERUN_NAME: "git-commit-identity",
        SKILLLOOP_RERUN_ENVIRONMENT: '{"node":"22"}',
        SKILLLOOP_RERUN_CONTEXT: '{"fixture":"fresh-clone"}',
        SKILLLOOP_RERUN_ATTEMPT: "1",
        SKILLLOOP_RERUN_CHECK: "git log",
      },
      skillText: request.skillMd,
    });
  });

  it("gives a control run no skill", async () => {
    const { skillMd: _without, ...control } = request;
    const { trace } = await rerun(program(""), control as typeof request);
    expect(trace).toMatchObject({ skillText: null });
  });

  it("ends the command when the loop gives the re-run up", async () => {
    const given = { ...request, signal: AbortSignal.abort() };
    await expect(rerun("sleep 60", given)).rejects.toThrow("gave no result");
  });

  it("takes a killed command as no result", async () => {
    const { exitCode } = await rerun(`exec ${program('process.kill(process.pid, "SIGKILL");')}`);
    expect(exitCode).toBeNull();
  });

  it("fails the re-run whose command writes no run", async () => {
    await expect(rerun("exit 0")).rejects.toThrow("gave no result");
  });

  it("prints each result, and exits with 1 when one failed", async () => {
    const result = {
      name: "git-commit-identity",
      version: 1,
      passed: false,
      mistakeRepeated: true,
      lift: 0 as const,
      status: "quarantined" as const,
      detail: "exit code 128",
    };
    const report = { ran: 1, passed: 0, failed: 1, results: [result] };
    const script = { runPendingEvals: async () => report };
    const human = await runScripted(["evals", "--run", "agent", "--control", "--limit", "4"], script);
    expect(human.code).toBe(1);
    expect(human.out).toMatch(
      /^git-commit-identity +1 +failed, mistake repeated +no difference +quarantined +exit code 128$/m,
    );
    expect(human.out).toContain("1 re-run, 0 passed, 1 failed");
    expect(human.calls[0]?.[2]).toEqual({ timeoutMs: 600_000, control: true, limit: 4 });
    const json = await runScripted(["evals", "--run", "agent", "--json"], script);
    expect(JSON.parse(json.out)).toEqual(report);
  });
});
