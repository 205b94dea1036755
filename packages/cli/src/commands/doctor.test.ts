import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ErrorCode, SkillLoopError } from "@skillloop/core";
import { describe, expect, it } from "vitest";
import { checkNode, checkQueue, type DoctorCheck } from "../doctor-checks.ts";
import { runScripted, type ScriptedRun } from "../testing/run-scripted.ts";
import { scriptedLoop } from "../testing/scripted-loop.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

const stats = {
  skills: { quarantined: 0, candidate: 0, active: 0, trusted: 0, retired: 0 },
  traces: 0,
  jobs: { waiting: 0, leased: 0, dead: 0, done: 0 },
  pendingReruns: 0,
  modelCallsToday: {},
  home: "/library",
};
const healthy = { stats: async () => stats };

function place(mode?: number): { readonly directory: string; readonly home: string } {
  const directory = temporaryFolder();
  const home = join(directory, ".skillloop");
  if (mode !== undefined) {
    mkdirSync(home);
    chmodSync(home, mode);
  }
  return { directory, home };
}

function checkNamed({ out }: ScriptedRun, name: string): DoctorCheck | undefined {
  const { checks }: { checks: DoctorCheck[] } = JSON.parse(out);
  return checks.find((check) => check.name === name);
}

describe("skillloop doctor", () => {
  it("is content with a home of its own", async () => {
    const { directory, home } = place(0o700);
    const run = await runScripted(["doctor", "--json"], healthy, { directory });
    expect(run.code).toBe(0);
    expect(JSON.parse(run.out).ok).toBe(true);
    const { checks }: { checks: DoctorCheck[] } = JSON.parse(run.out);
    expect(checks.map(({ name }) => name)).toEqual([
      "node",
      "settings",
      "home",
      "processor",
      "native binding",
      "lock",
      "schema",
      "store",
      "queue",
    ]);
    expect(run.opened?.home).toBe(home);
    expect(run.calls.at(-1)).toEqual(["close"]);
  });

  it("tries the store elsewhere when there is no home yet, and makes none", async () => {
    const { directory, home } = place();
    const run = await runScripted(["doctor", "--json"], healthy, { directory });
    expect(run.code).toBe(0);
    expect(checkNamed(run, "home")?.detail).toContain("is not there yet");
    expect(run.opened?.home).not.toBe(home);
    expect(existsSync(home)).toBe(false);
    expect(existsSync(run.opened?.home ?? directory)).toBe(false);
  });

  it("warns of a home that others can read, which is no failure", async () => {
    const { directory, home } = place(0o755);
    const run = await runScripted(["doctor", "--json"], healthy, { directory });
    expect(run.code).toBe(0);
    expect(checkNamed(run, "home")).toMatchObject({
      status: "warning",
      remedy: `Close it: chmod 700 ${home}`,
    });
  });

  it("says when the home is a file", async () => {
    const { directory, home } = place();
    writeFileSync(home, "");
    const run = await runScripted(["doctor", "--json"], healthy, { directory });
    expect(run.code).toBe(1);
    expect(checkNamed(run, "home")).toMatchObject({ status: "failed" });
  });

  it.each([
    ["NATIVE_MISSING", "native binding"],
    ["HOME_LOCKED", "lock"],
    ["HOME_NEWER", "schema"],
    ["HOME_CORRUPT", "schema"],
    ["STORE_FAILED", "store"],
  ] as const)("names the check that %s belongs to, with what to do", async (code: ErrorCode, name) => {
    const { directory } = place(0o700);
    const run = await runScripted(
      ["doctor", "--json"],
      {},
      {
        directory,
        openLoop: async (options) => {
          if (options.store !== undefined) return scriptedLoop({ home: join(directory, ".skillloop") }).loop;
          throw new SkillLoopError({ code, message: "It does not open.", remedy: "Mend it." });
        },
      },
    );
    expect(run.code).toBe(1);
    expect(checkNamed(run, name)).toEqual({ name, status: "failed", detail: "It does not open. Mend it." });
    expect(checkNamed(run, "queue")).toBeUndefined();
  });

  it("stops at settings that cannot be understood", async () => {
    const { directory } = place(0o700);
    const run = await runScripted(
      ["doctor", "--json"],
      {},
      {
        directory,
        openLoop: async () => {
          throw new SkillLoopError({
            code: "INVALID_OPTIONS",
            message: "No such option.",
            remedy: "Mend the file.",
          });
        },
      },
    );
    expect(run.code).toBe(1);
    expect(checkNamed(run, "settings")).toMatchObject({
      status: "failed",
      detail: "No such option. Mend the file.",
    });
    expect(checkNamed(run, "store")).toBeUndefined();
  });

  it("sees a processor that leaves the loop inert", async () => {
    const { directory } = place(0o700);
    const run = await runScripted(
      ["doctor", "--json"],
      {},
      {
        directory,
        openLoop: async ({ onError, store }) => {
          if (store !== undefined) return scriptedLoop({ home: join(directory, ".skillloop") }).loop;
          onError?.(
            new SkillLoopError({
              code: "UNSUPPORTED_PROCESSOR",
              message: "No AVX2.",
              remedy: "Use another.",
            }),
          );
          return scriptedLoop(healthy).loop;
        },
      },
    );
    expect(run.code).toBe(1);
    expect(checkNamed(run, "processor")).toMatchObject({ status: "failed", detail: "No AVX2. Use another." });
  });

  it("prints a line a check for a person", async () => {
    const { directory } = place(0o700);
    const { out } = await runScripted(["doctor"], healthy, { directory });
    expect(out).toMatch(/^ok +node +\d+\./m);
    expect(out).toMatch(/^ok +queue +0 waiting, 0 in work$/m);
  });
});

describe("the checks", () => {
  it.each([
    ["20.18.3", "failed"],
    ["20.19.0", "ok"],
    ["22.1.0", "ok"],
    ["18.20.0", "failed"],
  ])("node %s is %s", (version, status) => {
    expect(checkNode(version).status).toBe(status);
  });

  it("points at jobs that were given up", () => {
    const [check] = checkQueue({ ...stats, jobs: { ...stats.jobs, dead: 2 } });
    expect(check).toMatchObject({ status: "warning" });
    expect(check?.remedy).toContain("skillloop requeue");
  });
});
