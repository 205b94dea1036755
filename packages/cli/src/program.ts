import { Command } from "commander";
import type { AddCommand, RunAction } from "./add-command.ts";
import type { CliIo } from "./cli-io.ts";
import { addApprove } from "./commands/approve.ts";
import { addBackup } from "./commands/backup.ts";
import { addDoctor } from "./commands/doctor.ts";
import { addError } from "./commands/error.ts";
import { addEvals } from "./commands/evals.ts";
import { addExport } from "./commands/export.ts";
import { addHistory } from "./commands/history.ts";
import { addImport } from "./commands/import.ts";
import { addLearn } from "./commands/learn.ts";
import { addList } from "./commands/list.ts";
import { addProcess } from "./commands/process.ts";
import { addPurge } from "./commands/purge.ts";
import { addRecall } from "./commands/recall.ts";
import { addReembed } from "./commands/reembed.ts";
import { addRequeue } from "./commands/requeue.ts";
import { addRestore } from "./commands/restore.ts";
import { addRetire } from "./commands/retire.ts";
import { addRollback } from "./commands/rollback.ts";
import { addShow } from "./commands/show.ts";
import { addStats } from "./commands/stats.ts";
import { addTrace } from "./commands/trace.ts";
import { version } from "./version.ts";

const commands: readonly AddCommand[] = [
  addRecall,
  addError,
  addLearn,
  addProcess,
  addTrace,
  addList,
  addShow,
  addHistory,
  addRollback,
  addApprove,
  addRetire,
  addImport,
  addExport,
  addEvals,
  addReembed,
  addRequeue,
  addBackup,
  addRestore,
  addPurge,
  addStats,
  addDoctor,
];

const after = `
Exit codes: 0 fine (an empty list included), 1 a named thing is not there or a check failed,
2 bad usage or input.

Settings also come from SKILLLOOP_HOME, SKILLLOOP_SCOPE and the other SKILLLOOP_* variables, and from
skillloop.config.json or skillloop.config.mjs. An option here wins.`;

export function createProgram(io: CliIo, run: RunAction): Command {
  const program = new Command("skillloop")
    .description("Procedural memory for LLM agents: what was learned, why, and how far it is trusted.")
    .version(version)
    .option("--home <path>", "the folder or object-store URI of the library (default: .skillloop)")
    .option("--scope <key=value>", "project=…, agent=… or user=…; may be given more than once", collect)
    .option("--json", "print JSON instead of text")
    .option("--debug", "print stack traces")
    .option("--no-color", "print without colour")
    .addHelpText("after", after)
    .showSuggestionAfterError(true)
    .configureOutput({
      writeOut: (text) => io.out(text),
      writeErr: (text) => io.err(text),
      outputError: (text, write) => write(usageText(text)),
    })
    .exitOverride();
  for (const add of commands) add(program, run);
  return program;
}

/** Repeatable options gather their values. */
function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

function usageText(text: string): string {
  const sentence = text
    .replace(/^error: /, "")
    .replace(/\n\((Did you mean .*)\)/, ". $1")
    .trim();
  return `error USAGE: ${sentence}${/[.?]$/.test(sentence) ? "" : "."} See skillloop --help.\n`;
}
