import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { packagesFolder, packPackages, runCommand, tarballsIn } from "./pack-packages.ts";
import { tarballFaults } from "./tarball-faults.ts";

// The tarball is linted and not the folder: that is what users get.
const destination = mkdtempSync(join(tmpdir(), "skillloop-packed-"));
const faults: string[] = [];

try {
  faults.push(...packPackages(destination));
  for (const tarball of tarballsIn(destination)) {
    const linted = [
      runCommand("publint", ["run", tarball, "--strict"], packagesFolder),
      runCommand("attw", [tarball, "--profile", "esm-only"], packagesFolder),
    ];
    faults.push(...linted.filter(({ passed }) => !passed).map(({ output }) => output));
    faults.push(...tarballFaults(tarball).map((fault) => `${basename(tarball)}: ${fault}\n`));
  }
} finally {
  rmSync(destination, { recursive: true, force: true });
}
process.stdout.write(faults.join(""));
process.exitCode = faults.length > 0 ? 1 : 0;
