import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

export const workspace = fileURLToPath(new URL("../..", import.meta.url));

/** Builds all packages: what is measured is what gets published, of the sources as they are now. */
export function buildPackages(): void {
  const { status, stdout, stderr } = spawnSync("pnpm", ["--silent", "build"], {
    cwd: workspace,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`The build failed:\n${stdout}${stderr}`);
}

/**
 * The flags of this process without the condition that leads to sources: with them packages are the built ones.
 * LangChain alone has more listeners on a signal than Node likes, with and without us.
 */
export function builtFlags(): readonly string[] {
  const flags = process.execArgv.filter((flag) => !flag.includes("@skillloop/source"));
  return [...flags, "--disable-warning=MaxListenersExceededWarning"];
}
