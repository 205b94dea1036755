import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of all packages, absolute. */
export const packagesFolder = fileURLToPath(new URL("../packages", import.meta.url));

export interface CommandResult {
  readonly passed: boolean;
  /** What it printed, with the line that called it before; for telling why it failed. */
  readonly output: string;
}

/** Runs a program to its end. */
export function runCommand(program: string, parameters: readonly string[], folder: string): CommandResult {
  const { status, stdout, stderr, error } = spawnSync(program, parameters, {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  const called = `${program} ${parameters.join(" ")}`;
  return {
    passed: status === 0,
    output: `${called}\n${stdout ?? ""}${stderr ?? ""}${error?.message ?? ""}\n`,
  };
}

/**
 * Packs every package as it would be published and answers with what failed. The folder then holds the
 * tarballs. Packing rewrites `workspace:`, `catalog:` and the exports, so only tarballs show what users get.
 */
export function packPackages(destination: string): readonly string[] {
  return readdirSync(packagesFolder).flatMap((name) => {
    const packed = runCommand(
      "pnpm",
      ["pack", "--pack-destination", destination],
      join(packagesFolder, name),
    );
    return packed.passed ? [] : [packed.output];
  });
}

/** The tarballs of a folder, absolute. */
export function tarballsIn(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".tgz"))
    .map((file) => join(folder, file));
}
