import { InvalidArgumentError } from "commander";
import type { GlobalOptions } from "../global-options.ts";
import { counted } from "../output/counted.ts";
import type { AddCommand } from "../program.ts";
import { UsageError } from "../usage-error.ts";

interface PurgeOptions {
  readonly trace?: readonly string[];
  readonly before?: number;
  readonly all?: boolean;
  readonly yes?: boolean;
}

export const addPurge: AddCommand = (program, run) => {
  program
    .command("purge")
    .description("delete recorded runs, and the skills that were learned from them alone")
    .option("--trace <ids...>", "these runs")
    .option("--before <date>", "runs recorded before, for example 2026-01-31", parseDate)
    .option("--all", "every run of this scope and narrower ones")
    .option("--yes", "needed with --all and --before: it cannot be undone")
    .action((options: PurgeOptions) =>
      run(program.opts<GlobalOptions>(), async (context) => {
        const query = purgeQuery(options);
        const report = await (await context.loop()).purge(query);
        context.answer({
          json: report,
          text: () => {
            if (report.traces === 0)
              return 'No recorded run fits: nothing is deleted. "skillloop stats" counts them.';
            const gone = `${counted(report.traces, "run")} deleted`;
            return report.skills.length === 0
              ? `${gone}; no skill was learned from them alone.`
              : `${gone}, and what was learned from them alone: ${report.skills.join(", ")}.`;
          },
        });
        return undefined;
      }),
    );
};

function purgeQuery({ trace, before, all, yes }: PurgeOptions): {
  readonly traceIds?: readonly string[];
  readonly before?: number;
  readonly all?: boolean;
} {
  const given = [trace, before, all].filter((value) => value !== undefined).length;
  if (given !== 1) throw new UsageError("Say what to delete: one of --trace ID, --before DATE or --all.");
  if (trace !== undefined) return { traceIds: trace };
  if (yes !== true)
    throw new UsageError("This deletes many runs and cannot be undone. Back up, then add --yes.");
  return before === undefined ? { all: true } : { before };
}

function parseDate(value: string): number {
  const milliseconds = /^\d{4}-\d{2}-\d{2}/.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(milliseconds)) throw new InvalidArgumentError("A date looks like 2026-01-31.");
  return milliseconds;
}
