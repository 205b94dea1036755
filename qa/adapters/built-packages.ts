import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const workspace = fileURLToPath(new URL("../..", import.meta.url));

/** Builds all packages: what is measured is what gets published, of the sources as they are now. */
export function buildPackages(): void {
  const compiler = join(workspace, "node_modules/typescript/bin/tsc");
  const { status, stdout } = spawnSync(process.execPath, [compiler, "-b"], {
    cwd: workspace,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`tsc -b failed:\n${stdout}`);
}

/**
 * The flags of this process without the condition that leads to sources: with them packages are the built ones.
 * LangChain alone has more listeners on a signal than Node likes, with and without us.
 */
export function builtFlags(): readonly string[] {
  const flags = process.execArgv.filter((flag) => !flag.includes("@skillloop/source"));
  return [...flags, "--disable-warning=MaxListenersExceededWarning"];
}
