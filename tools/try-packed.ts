import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { packPackages, runCommand, tarballsIn } from "./pack-packages.ts";
import { expectedOutput, writeProject } from "./try-packed-project.ts";

// Installs the packages as a user would: tarballs into an empty project, frameworks from the registry by name.
// Then it compiles each adapter's one line under strict, and runs one of them. Too slow for `check`.
const workspace = fileURLToPath(new URL("..", import.meta.url));
const compiler = join(workspace, "node_modules/typescript/bin/tsc");
const folder = mkdtempSync(join(tmpdir(), "skillloop-try-"));
const tarballs = join(folder, "tarballs");
const project = join(folder, "project");

function step(name: string, work: () => readonly string[]): void {
  if (process.exitCode === 1) return;
  const started = performance.now();
  const faults = work();
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  process.stdout.write(
    `${faults.length === 0 ? "ok    " : "FAILED"} ${name} (${seconds} s)\n${faults.join("\n")}`,
  );
  if (faults.length > 0) process.exitCode = 1;
}

function faultsOf(program: string, parameters: readonly string[], where: string): readonly string[] {
  const { passed, output } = runCommand(program, parameters, where);
  return passed ? [] : [output];
}

try {
  mkdirSync(tarballs);
  mkdirSync(project);
  step("build", () => faultsOf(process.execPath, [compiler, "-b"], workspace));
  step("pack", () => packPackages(tarballs));
  step("install", () => {
    writeProject(project, tarballsIn(tarballs));
    return faultsOf("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts"], project);
  });
  step("compile the one-liners under strict", () =>
    faultsOf(process.execPath, [compiler, "-p", "."], project),
  );
  step("run the one of the AI SDK", () => {
    const { passed, output } = runCommand(process.execPath, ["run.js", join(folder, "home")], project);
    return passed && output.includes(expectedOutput) ? [] : [output];
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
