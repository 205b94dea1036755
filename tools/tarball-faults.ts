import { dirname } from "node:path";
import { runCommand } from "./pack-packages.ts";

interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

const adapters = new Set([
  "@skillloop/ai-sdk",
  "@skillloop/langchain",
  "@skillloop/langgraph",
  "@skillloop/mastra",
]);

/** What a tarball holds that nobody should get, or lacks that everybody needs. Empty is right. */
export function tarballFaults(tarball: string): readonly string[] {
  const listed = runCommand("tar", ["tzf", tarball], dirname(tarball));
  if (!listed.passed) return [listed.output];
  const files = listed.output
    .split("\n")
    .filter((line) => line.startsWith("package/"))
    .map((line) => line.slice("package/".length));
  const manifest = readManifest(tarball);
  const faults: string[] = [];
  const forbid = (what: string, pattern: RegExp): void => {
    const found = files.filter((file) => pattern.test(file));
    if (found.length > 0) faults.push(`holds ${what}: ${found.slice(0, 3).join(", ")}`);
  };
  for (const needed of ["README.md", "LICENSE", "dist/index.js", "dist/index.d.ts"]) {
    if (!files.includes(needed)) faults.push(`lacks ${needed}`);
  }
  forbid("sources", /(?<!\.d)\.ts$/);
  forbid("tests", /\.test\./);
  forbid("what the build keeps for itself", /tsbuildinfo$/);
  if (adapters.has(manifest.name)) {
    forbid("a harness for tests", /^dist\/testing\//);
    const needed = Object.keys(manifest.dependencies ?? {});
    if (needed.join() !== "@skillloop/core") faults.push(`depends on ${needed.join(", ")}`);
    if (Object.keys(manifest.peerDependencies ?? {}).length === 0) faults.push("has no framework as a peer");
  }
  for (const [name, range] of Object.entries({ ...manifest.dependencies, ...manifest.peerDependencies })) {
    if (/^(?:workspace|catalog|file|link):/.test(range)) faults.push(`asks for ${name} as ${range}`);
  }
  return faults;
}

function readManifest(tarball: string): Manifest {
  const { output } = runCommand("tar", ["xzOf", tarball, "package/package.json"], dirname(tarball));
  return JSON.parse(output.slice(output.indexOf("\n"))) as Manifest;
}
