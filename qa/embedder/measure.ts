import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

export interface Measured {
  readonly importMs: number;
  readonly coldMs: number;
  readonly queryP50: number;
  readonly queryCpu: number;
  readonly cachedP50: number;
  readonly batchMs: number;
  readonly batchCpu: number;
  readonly blockedMs: number;
  readonly residentMb: number;
}

const script = fileURLToPath(new URL("probe.mjs", import.meta.url));

/** Runs the probe in a plain Node process, without a loader of TypeScript, as a host has it. */
export function measureInNewProcess(): Measured {
  const run = spawnSync(process.execPath, [script], { encoding: "utf8" });
  if (run.status !== 0) throw new Error(`The probe failed; is the package built?\n${run.stderr}`);
  return JSON.parse(run.stdout) as Measured;
}
