import { InvalidArgumentError } from "commander";
import type { AddCommand } from "../add-command.ts";
import type { Loop } from "../core-types.ts";
import { exitCodes } from "../exit-codes.ts";
import type { GlobalOptions } from "../global-options.ts";
import { counted } from "../output/counted.ts";
import { printable } from "../output/printable.ts";
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
        const loop = await context.loop();
        const missing = await unknownIds(options.trace ?? [], loop);
        const report = await loop.purge(query);
        const { skills, traces } = report;
        // A run whose retention is over can still have its skills deleted.
        if (traces + skills.length === 0 && missing[0] !== undefined) throw missing[0].error;
        const ids = missing.map(({ id }) => id);
        context.answer({
          json: options.trace === undefined ? report : { ...report, missing: ids },
          text: () =>
            [
              reportText(report),
              ...(ids.length > 0 ? [`Not recorded in this scope: ${ids.join(", ")}.`] : []),
            ].join("\n"),
        });
        return traces > 0 && ids.length > 0 ? exitCodes.failed : undefined;
      }),
    );
};

function reportText({ traces, skills }: Awaited<ReturnType<Loop["purge"]>>): string {
  const learned = skills.map(printable).join(", ");
  if (traces === 0)
    return skills.length === 0
      ? 'No recorded run fits: nothing is deleted. "skillloop stats" counts them.'
      : `Their recordings were gone; what was learned from them alone is deleted: ${learned}.`;
  const gone = `${counted(traces, "run")} deleted`;
  return skills.length === 0
    ? `${gone}; no skill was learned from ${traces === 1 ? "it" : "them"} alone.`
    : `${gone}, and what was learned from ${traces === 1 ? "it" : "them"} alone: ${learned}.`;
}

/** The ids that no recorded run has, each with the error that says so. */
async function unknownIds(
  ids: readonly string[],
  loop: Loop,
): Promise<readonly { readonly id: string; readonly error: unknown }[]> {
  const unknown: { readonly id: string; readonly error: unknown }[] = [];
  for (const id of ids) {
    try {
      await loop.trace(id);
    } catch (error) {
      if (!isUnknown(error)) throw error;
      unknown.push({ id, error });
    }
  }
  return unknown;
}

const isUnknown = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "TRACE_NOT_FOUND";

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
