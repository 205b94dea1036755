import { CommanderError } from "commander";
import type { CliIo } from "./cli-io.ts";
import { createContext } from "./command-context.ts";
import { type ExitCode, exitCodeOf, exitCodes } from "./exit-codes.ts";
import { createProgram } from "./program.ts";
import { UsageError } from "./usage-error.ts";

/**
 * Runs one command line, without the program's own name in front, and returns its exit code: 0 fine,
 * 1 a named thing is not there or a check failed, 2 bad usage or input. Never throws and never exits.
 */
export async function runCli(parameters: readonly string[], io: CliIo): Promise<ExitCode> {
  let code: ExitCode = exitCodes.fine;
  const debug = parameters.includes("--debug");
  const program = createProgram(io, async (options, action) => {
    const context = createContext(io, options);
    try {
      code = (await action(context)) ?? exitCodes.fine;
    } finally {
      await context.close();
    }
  });
  try {
    await program.parseAsync([...parameters], { from: "user" });
    return code;
  } catch (error) {
    return report(error, io, debug);
  }
}

async function report(error: unknown, io: CliIo, debug: boolean): Promise<ExitCode> {
  // Commander has already printed what it had to say.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.fine : exitCodes.usage;
  // When core itself cannot be loaded, that is what there is to report.
  const core = await import("@skillloop/core").catch(() => undefined);
  const { code, text, exit } = core?.SkillLoopError.isInstance(error)
    ? { code: error.code, text: error.message, exit: exitCodeOf(error.code) }
    : error instanceof UsageError
      ? { code: error.code, text: error.message, exit: exitCodes.usage }
      : {
          code: "INTERNAL",
          text: `${sentence(error instanceof Error ? error.message : String(error))} Run again with --debug and report it.`,
          exit: exitCodes.failed,
        };
  // A driver's error may hold a connection string; without core nothing of a driver's has run.
  const masked = (said: string): string => core?.redactText(said).text ?? said;
  io.err(masked(`error ${code}: ${text}\n`));
  if (debug && error instanceof Error) io.err(masked(`${stackOf(error)}\n`));
  return exit;
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function stackOf(error: Error): string {
  const own = error.stack ?? error.message;
  return error.cause instanceof Error ? `${own}\ncaused by ${stackOf(error.cause)}` : own;
}
