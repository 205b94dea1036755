import type { CliIo } from "./cli-io.ts";
import type { ExitCode } from "./exit-codes.ts";
import { processIo } from "./process-io.ts";
import { runCli as run } from "./run-cli.ts";

export type { CliIo, FileRun } from "./cli-io.ts";
export type { ExitCode } from "./exit-codes.ts";
export { processIo } from "./process-io.ts";

/**
 * Runs one command line, without the program's own name in front: `runCli(["list", "--json"])`. Returns
 * the exit code; it neither throws nor ends the process. Without `io` it works on this process.
 */
export function runCli(parameters: readonly string[], io: CliIo = processIo()): Promise<ExitCode> {
  return run(parameters, io);
}
