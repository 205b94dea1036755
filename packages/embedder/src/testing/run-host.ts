import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Runs a module that has this package's exports in a process of its own, as a host would. */
export function runHost(body: string): { readonly stdout: string; readonly stderr: string } {
  const entry = JSON.stringify(new URL("../index.ts", import.meta.url).href);
  const source = `import { localEmbedder, transformersEmbedder } from ${entry};\n${body}`;
  return spawnSync(
    process.execPath,
    ["--import", "tsx", "--conditions=@skillloop/source", "--input-type=module", "-e", source],
    { cwd: fileURLToPath(new URL("../..", import.meta.url)), encoding: "utf8", timeout: 60_000 },
  );
}
