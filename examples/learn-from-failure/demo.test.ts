import { spawn } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { demoTasks } from "./tasks.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
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
  it("asks twice in other words and about other things", () => {
    for (const { first, second } of demoTasks) {
      expect(second.task).not.toBe(first.task);
      const named = Object.values(second.values);
      expect(Object.values(first.values).filter((value) => named.includes(value))).toEqual([]);
      for (const value of Object.values(first.values)) expect(second.task).not.toContain(value);
    }
  });

  it("repeats no mistake in round two, and leaves the skills where it says", {
    timeout: 120_000,
  }, async () => {
    const run = await runDemo();
    expect(run).toMatchObject({ exitCode: 0, error: "" });
    expect(run.output).toMatch(/\n8 tasks: \d avoided, \d rescued by a hint, 0 repeated; 8 active skills/);
    const [, name = "none"] = /^ {2}(\S+): passes with the skill, fails without it/m.exec(run.output) ?? [];
    const directory = skillsFolder(run);
    expect(await readFile(join(directory, name, "SKILL.md"), "utf8")).toContain("## Example");
    await rm(directory, { recursive: true });
  });

  it("exits with 1 when recall finds nothing", { timeout: 120_000 }, async () => {
    const run = await runDemo({ SKILLLOOP_DEMO_BREAK: "recall" });
    expect(run.error).toContain("no mistake was repeated");
    expect(run.exitCode).toBe(1);
    await rm(skillsFolder(run), { recursive: true });
  });
});

function skillsFolder({ output }: DemoRun): string {
  const [, directory] = /written as SKILL\.md files to (\S+)/.exec(output) ?? [];
  expect(directory).toBeDefined();
  return directory ?? "";
}
