import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { processIo } from "./process-io.ts";
import { runCli } from "./run-cli.ts";
import { temporaryFolder } from "./testing/temporary-folder.ts";

const upstreamError =
  "fatal: The current branch feature-login has no upstream branch.\nTo push the current branch and set the remote as upstream, use\n\n    git push --set-upstream origin feature-login\n";

interface Step {
  readonly tool: string;
  readonly input: unknown;
  readonly output: string;
  readonly exitCode: number;
}

function bash(command: string, output: string, exitCode = 0): Step {
  return { tool: "bash", input: { command }, output, exitCode };
}

function nameLine(name: string): RegExp {
  return new RegExp(`^name: "?${name}"?$`, "m");
}

function pushRun(runId: string): unknown {
  return {
    runId,
    task: "Publish my new branch so that the others can review it.",
    steps: [
      bash("git push", upstreamError, 128),
      bash(
        "git push --set-upstream origin feature-login",
        "branch 'feature-login' set up to track 'origin/feature-login'.",
      ),
    ],
    check: "git status -sb",
    outcome: "success",
  };
}

describe("the command line on a real home", () => {
  const directory = mkdtempSync(join(tmpdir(), "skillloop-e2e-"));
  afterAll(() => {
    rmSync(directory, { recursive: true, force: true });
  });

  async function run(...parameters: readonly string[]): Promise<{ code: number; out: string; err: string }> {
    let [out, err] = ["", ""];
    const code = await runCli(parameters, {
      ...processIo(),
      out: (text) => {
        out += text;
      },
      err: (text) => {
        err += text;
      },
      variables: { USER: "mara" },
      directory,
      terminal: false,
    });
    return { code, out, err };
  }

  const inHome = (...parameters: readonly string[]) =>
    run(...parameters, "--home", "library", "--scope", "project=demo");

  async function namesOf(home: string): Promise<string[]> {
    const { out } = await run("list", "--json", "--home", home, "--scope", "project=demo");
    return JSON.parse(out).map(({ name }: { name: string }) => name);
  }

  beforeAll(async () => {
    const lines = [JSON.stringify(pushRun("run-1")), "{ not json", JSON.stringify({ steps: [] })];
    writeFileSync(join(directory, "runs.jsonl"), lines.join("\n"));
    const learned = await inHome("learn", "runs.jsonl", "--json");
    expect(learned.code).toBe(0);
    expect(JSON.parse(learned.out)).toEqual({
      accepted: 1,
      rejected: [
        expect.objectContaining({ line: 2, code: expect.any(String), message: expect.any(String) }),
        expect.objectContaining({ line: 3, code: "INVALID_TRACE" }),
      ],
    });
    const processed = await inHome("process", "--json");
    expect(processed.code).toBe(0);
    expect(JSON.parse(processed.out)).toEqual({
      learned: 1,
      rejected: 0,
      skipped: 0,
      waiting: 0,
      errored: 0,
    });
  });

  it("has learned a candidate, which is shown with its evidence and waits for a re-run", async () => {
    const { out } = await inHome("list", "--json");
    const [skill, ...others] = JSON.parse(out);
    expect(others).toEqual([]);
    expect(skill).toMatchObject({ status: "candidate", version: 1 });
    const shown = await inHome("show", skill.name, "--explain");
    expect(shown.code).toBe(0);
    expect(shown.out).toMatch(nameLine(skill.name));
    const pending = JSON.parse((await inHome("evals", "--json")).out);
    expect(pending).toEqual([expect.objectContaining({ name: skill.name, version: 1 })]);
  });

  it("gives it for the error of another branch, and not at the start of a task", async () => {
    const known = await inHome("error", upstreamError.replaceAll("feature-login", "fix-invoice"), "--json");
    expect(known.code).toBe(0);
    expect(JSON.parse(known.out).hits).toHaveLength(1);
    const recalled = await inHome("recall", "publish my branch for review", "--json");
    expect(recalled.code).toBe(0);
    expect(JSON.parse(recalled.out)).toMatchObject({ hits: [], abstained: { reason: expect.any(String) } });
  });

  it("tells what became of the run", async () => {
    const [name = ""] = await namesOf("library");
    const { traceIds } = JSON.parse((await inHome("show", name, "--json")).out);
    const { code, out } = await inHome("trace", traceIds[0]);
    expect(code).toBe(0);
    expect(out).toMatch(/^state +done, learned$/m);
    expect((await inHome("trace", "no-such-id")).code).toBe(1);
  });

  it("knows a run it has seen, and learns nothing twice", async () => {
    const again = await inHome("learn", "runs.jsonl");
    expect(again.out).toContain("1 run accepted (1 known before), 2 rejected.");
    const { out } = await inHome("process");
    expect(out).toContain("No recorded run waits.");
  });

  it("names the nearest skill for a mistyped name, exit code 1", async () => {
    const [name = ""] = await namesOf("library");
    const { code, err } = await inHome("show", `${name}x`);
    expect(code).toBe(1);
    expect(err).toMatch(/^error SKILL_NOT_FOUND: /);
    expect(err).toContain(name);
    expect(err).not.toMatch(/\n {4}at /);
  });

  it("exports, imports into quarantine elsewhere, and approves as a person", async () => {
    const [learned = ""] = await namesOf("library");
    const exported = await inHome("export", "skills", "--name", learned, "--json");
    const [name] = JSON.parse(exported.out).exported;
    expect(readFileSync(join(directory, "skills", name, "SKILL.md"), "utf8")).toMatch(nameLine(name));
    const other = ["--home", "other", "--scope", "project=demo", "--json"];
    const imported = await run("import", "skills", ...other);
    expect(JSON.parse(imported.out)).toMatchObject({ imported: [name], rejected: [] });
    expect(JSON.parse((await run("list", ...other)).out)).toEqual([
      expect.objectContaining({ name, status: "quarantined" }),
    ]);
    const approved = await run("approve", name, ...other);
    expect(approved.code).toBe(0);
    expect(JSON.parse(approved.out)).toMatchObject({ name, status: "candidate" });
  });

  it("backs up, and restores to the same library", async () => {
    expect((await inHome("backup", "copy")).code).toBe(0);
    expect((await run("restore", "copy", "--home", "restored")).code).toBe(0);
    expect(await namesOf("restored")).toEqual(await namesOf("library"));
  });

  it("is well, says doctor, which makes no home", async () => {
    const here = await inHome("doctor", "--json");
    expect(JSON.parse(here.out)).toMatchObject({ ok: true });
    const nowhere = await run("doctor", "--home", "none");
    expect(nowhere.code).toBe(0);
    expect(existsSync(join(directory, "none"))).toBe(false);
  });

  it("makes no home for a question, and says that there is none", async () => {
    const nowhere = ["--home", "nowhere"];
    const listed = await run("list", ...nowhere);
    expect(listed.code).toBe(0);
    expect(listed.out).toContain(`No skills in ${join(directory, "nowhere")} yet.`);
    expect(listed.err).toBe(`note: there is no library in ${join(directory, "nowhere")} yet\n`);
    expect(JSON.parse((await run("stats", "--json", ...nowhere)).out)).toMatchObject({
      traces: 0,
      home: join(directory, "nowhere"),
    });
    expect((await run("show", "x", ...nowhere)).code).toBe(1);
    const copied = await run("backup", "copy-of-nothing", ...nowhere);
    expect(copied.code).toBe(2);
    expect(copied.err).toContain("error HOME_MISSING: There is no library in");
    expect(existsSync(join(directory, "nowhere"))).toBe(false);
    expect(existsSync(join(directory, "copy-of-nothing"))).toBe(false);
  });

  it("refuses a file that holds no run, with what to do", async () => {
    writeFileSync(join(directory, "broken.json"), "{ not json");
    const { code, err } = await inHome("learn", "broken.json");
    expect(code).toBe(2);
    expect(err).toMatch(/^error UNPARSABLE_FILE: line 1: /);
  });

  it("retires and purges", async () => {
    const [name = ""] = await namesOf("library");
    expect((await inHome("retire", name, "--reason", "not wanted")).out).toContain("is retired");
    const purged = await inHome("purge", "--all", "--yes", "--json");
    expect(JSON.parse(purged.out)).toMatchObject({ traces: 1 });
    expect(await namesOf("library")).toEqual([]);
  });
});

describe("the program", () => {
  const main = fileURLToPath(new URL("main.ts", import.meta.url));
  const root = fileURLToPath(new URL("../../..", import.meta.url));

  it("works where the caller stands, and ends with the exit code of the command", () => {
    const caller = temporaryFolder();
    // A run without a task: the home is made, nothing is accepted, and the exit code says so.
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ["--import", "tsx", "--conditions=@skillloop/source", main, "learn", "-", "--json"],
      {
        cwd: root,
        env: { ...process.env, INIT_CWD: caller },
        encoding: "utf8",
        input: JSON.stringify({ steps: [] }),
      },
    );
    expect(stderr).toBe("");
    const rejected = [expect.objectContaining({ line: 1, code: "INVALID_TRACE" })];
    expect(JSON.parse(stdout)).toEqual({ accepted: 0, rejected });
    expect(status).toBe(2);
    expect(existsSync(join(caller, ".skillloop"))).toBe(true);
  }, 120_000);
});
