import type { Command } from "commander";
import type { CommandContext } from "./command-context.ts";
import type { ExitCode } from "./exit-codes.ts";
import type { GlobalOptions } from "./global-options.ts";

/** Runs an action with the options that stand around every command. */
export type RunAction = (
  options: GlobalOptions,
  action: (context: CommandContext) => Promise<ExitCode | undefined>,
) => Promise<void>;

/** Adds one command to the program. */
export type AddCommand = (program: Command, run: RunAction) => void;
