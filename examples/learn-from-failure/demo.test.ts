import { spawn } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const main = fileURLToPath(new URL("./main.ts", import.meta.url));

interface DemoRun {
  readonly exitCode: number | null;
  readonly output: string;
  readonly error: string;
}

function runDemo(variables: Readonly<Record<string, string>> = {}): Promise<DemoRun> {
  return new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      ["--import", "tsx", "--conditions=@skillloop/source", main],
      // The variables of the test runner would choose other conditions and another working mode.
      { cwd: root, env: { PATH: process.env.PATH, ...variables }, stdio: ["ignore", "pipe", "pipe"] },
    );
    let output = "";
    let error = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      output += chunk;
    });
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      error += chunk;
    });
    child.on("error", reject);
    child.on("close", (exitCode) => resolve({ exitCode, output, error }));
  });
}

describe("the demo", () => {
  it("repeats no mistake in round two, and leaves the skills where it says", {
    timeout: 60_000,
  }, async () => {
    const run = await runDemo();
    expect(run).toMatchObject({ exitCode: 0, error: "" });
    expect(run.output).toMatch(/8 tasks: \d avoided, \d rescued by a hint, 0 repeated; 8 active skills/);
    const [, directory = ""] = /written as SKILL\.md files to (\S+)/.exec(run.output) ?? [];
    const [, name = ""] = /^ {2}(\S+): passes with the skill, fails without it/m.exec(run.output) ?? [];
    const markdown = await readFile(join(directory, name, "SKILL.md"), "utf8");
    await rm(directory, { recursive: true });
    expect(markdown).toContain(`name: ${name}`);
  });

  it("exits with 1 when recall finds nothing", { timeout: 60_000 }, async () => {
    const run = await runDemo({ SKILLLOOP_DEMO_BREAK: "recall" });
    const [, directory = ""] = /written as SKILL\.md files to (\S+)/.exec(run.output) ?? [];
    await rm(directory, { recursive: true, force: true });
    expect(run.exitCode).toBe(1);
    expect(run.error).toContain("no mistake was repeated");
  });
});
