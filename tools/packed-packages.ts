import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

// The tarball is linted and not the folder: packing rewrites `workspace:`, `catalog:` and the exports.
const packages = fileURLToPath(new URL("../packages", import.meta.url));
const destination = mkdtempSync(join(tmpdir(), "skillloop-packed-"));
let failed = false;

function run(program: string, parameters: readonly string[], cwd: string): boolean {
  const { status, stdout, stderr, error } = spawnSync(program, parameters, { cwd, encoding: "utf8" });
  if (status === 0) return true;
  process.stdout.write(
    `${program} ${parameters.join(" ")}\n${stdout ?? ""}${stderr ?? ""}${error?.message ?? ""}\n`,
  );
  failed = true;
  return false;
}

try {
  for (const name of readdirSync(packages)) {
    run("pnpm", ["pack", "--pack-destination", destination], join(packages, name));
  }
  for (const tarball of readdirSync(destination).filter((file) => file.endsWith(".tgz"))) {
    run("publint", ["run", join(destination, tarball), "--strict"], packages);
    run("attw", [join(destination, tarball), "--profile", "esm-only"], packages);
  }
} finally {
  rmSync(destination, { recursive: true, force: true });
}
process.exitCode = failed ? 1 : 0;
