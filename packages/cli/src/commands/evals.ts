import type { AddCommand } from "../add-command.ts";
import type { CommandContext } from "../command-context.ts";
import type { RerunReport } from "../core-types.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { GlobalOptions } from "../global-options.ts";
import { colouredStatus } from "../output/colours.ts";
import { counted } from "../output/counted.ts";
import { oneLine } from "../output/printable.ts";
import { table } from "../output/table.ts";
import { parseLimit } from "../parse-limit.ts";
import { rerunByCommand } from "../rerun-command.ts";
import { UsageError } from "../usage-error.ts";

interface EvalsOptions {
  readonly run?: string;
  readonly control?: boolean;
  readonly limit?: number;
  readonly timeout?: number;
}

const defaultTimeoutSeconds = 600;

const help = `
With --run, a command of yours runs each task again, with the skill in its agent's prompt:
  SKILLLOOP_RERUN_TASK         the task
  SKILLLOOP_RERUN_SKILL        a file, the SKILL.md for the prompt; not set in a control run
  SKILLLOOP_RERUN_TRACE        a file to write the run to, in any form that learn takes
  SKILLLOOP_RERUN_CHECK        the check that passed in the run it was learned from
  SKILLLOOP_RERUN_CONTEXT, SKILLLOOP_RERUN_ENVIRONMENT   JSON; also _NAME and _ATTEMPT
It exits with the exit code of that check. Exit code 1 when a re-run failed.`;

export const addEvals: AddCommand = (program, run) => {
  program
    .command("evals")
    .description("the re-runs that would prove a skill: list those that wait, or run them")
    .option("--run <command>", "run them by this shell command")
    .option("--control", "also without the skill, to see what it changes")
    .option("--limit <number>", "at most so many", parseLimit)
    .option("--timeout <seconds>", `for one re-run (default: ${defaultTimeoutSeconds})`, parseLimit)
    .addHelpText("after", help)
    .action((options: EvalsOptions) =>
      run(program.opts<GlobalOptions>(), async (context) => {
        const { run: command, ...others } = options;
        if (command !== undefined) return runEvals(command, options, context);
        if (Object.keys(others).length > 0) {
          throw new UsageError("--control, --limit and --timeout go with --run COMMAND. Add it.");
        }
        return listEvals(context);
      }),
    );
};

async function listEvals(context: CommandContext): Promise<undefined> {
  const pending = await (await context.loop()).pendingEvals();
  context.answer({
    json: pending,
    text: () => {
      if (pending.length === 0) return "No re-run waits. A new candidate brings one with it.";
      const rows = pending.map(({ name, version, task, check }) => [
        name,
        `${version}`,
        oneLine(check ?? "-", 30),
        oneLine(task, Math.max(30, context.io.columns - 70)),
      ]);
      const count = counted(pending.length, "re-run");
      return `${table(["skill", "version", "check", "task"], rows)}\n${count}; run them with --run COMMAND, or loop.runPendingEvals in a program.`;
    },
  });
}

async function runEvals(
  command: string,
  { control, limit, timeout }: EvalsOptions,
  context: CommandContext,
): Promise<ExitCode | undefined> {
  const timeoutMs = (timeout ?? defaultTimeoutSeconds) * 1000;
  const loop = await context.loop();
  const report = await loop.runPendingEvals(rerunByCommand({ command, timeoutMs, io: context.io }), {
    timeoutMs,
    ...(control === undefined ? {} : { control }),
    ...(limit === undefined ? {} : { limit }),
  });
  context.answer({ json: report, text: () => reportText(report, context) });
  return report.failed > 0 ? exitCodes.failed : undefined;
}

function reportText({ ran, passed, failed, results }: RerunReport, { colours }: CommandContext): string {
  if (ran === 0) return "No re-run waits. A new candidate brings one with it.";
  const rows = results.map((result) => [
    result.name,
    `${result.version}`,
    result.passed ? "passed" : result.mistakeRepeated ? "failed, mistake repeated" : "failed",
    result.lift === undefined ? "" : { "1": "helped", "0": "no difference", "-1": "harmed" }[result.lift],
    colouredStatus(result.status, colours),
    oneLine(result.detail, 60),
  ]);
  const head = table(["skill", "version", "result", "lift", "status", "detail"], rows);
  return `${head}\n${counted(ran, "re-run")}, ${passed} passed, ${failed} failed`;
}
