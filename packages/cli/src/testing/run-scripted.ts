import { join } from "node:path";
import type { CliIo } from "../cli-io.ts";
import type { LoopOptions } from "../core-types.ts";
import { runCli } from "../run-cli.ts";
import { type LoopScript, type ScriptedLoop, scriptedLoop } from "./scripted-loop.ts";
import { temporaryFolder } from "./temporary-folder.ts";

export interface ScriptedRun {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  readonly calls: ScriptedLoop["calls"];
  /** How the loop was opened; absent when no command needed it. */
  readonly opened: LoopOptions | undefined;
}

/** Runs a command line against a scripted loop. */
export async function runScripted(
  parameters: readonly string[],
  script: LoopScript = {},
  given: Partial<CliIo> & { readonly input?: string } = {},
): Promise<ScriptedRun> {
  const directory = given.directory ?? temporaryFolder();
  const { loop, calls } = scriptedLoop({ home: join(directory, ".skillloop"), ...script });
  let [out, err] = ["", ""];
  let opened: LoopOptions | undefined;
  const { input = "", ...io } = given;
  const code = await runCli(parameters, {
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    readInput: async () => input,
    variables: { USER: "mara" },
    directory,
    terminal: false,
    columns: 120,
    homeIsThere: () => true,
    openLoop: async (options) => {
      // Asked only for the home its settings give: see resolved-home.ts.
      if (options.store !== undefined) {
        return scriptedLoop({ home: options.home ?? join(directory, ".skillloop") }).loop;
      }
      opened = options;
      return loop;
    },
    restoreHome: async () => {
      throw new Error("The test did not expect a restore.");
    },
    readRuns: async () => {
      throw new Error("The test did not expect a file to be read.");
    },
    ...io,
  });
  return { code, out, err, calls, opened };
}
