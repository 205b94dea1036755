import type { AddCommand } from "../add-command.ts";
import type { ProcessReport } from "../core-types.ts";
import { exitCodes } from "../exit-codes.ts";
import type { GlobalOptions } from "../global-options.ts";
import { counted } from "../output/counted.ts";
import { oneLine, printable } from "../output/printable.ts";
import { parseLimit } from "../parse-limit.ts";

export const addProcess: AddCommand = (program, run) => {
  program
    .command("process")
    .description("learn from the recorded runs that wait")
    .option("--limit <number>", "at most so many runs", parseLimit)
    .addHelpText("after", "\nExit code 1 when a run could not be worked on (errored).")
    .action((options: { readonly limit?: number }) =>
      run(program.opts<GlobalOptions>(), async (context) => {
        const { limit } = options;
        const loop = await context.loop();
        const progress = await context.progress("learning");
        let report: ProcessReport;
        try {
          report = await loop.process({
            ...(limit === undefined ? {} : { limit }),
            onProgress: progress.update,
          });
        } finally {
          progress.stop();
        }
        const { learned, rejected, skipped, waiting, errored, paused } = report;
        context.answer({
          json: { learned, rejected, skipped, waiting, errored, ...(paused !== undefined && { paused }) },
          text: () => reportText(report),
        });
        return errored > 0 ? exitCodes.failed : undefined;
      }),
    );
};

function reportText(report: ProcessReport): string {
  const { learned, rejected, skipped, waiting, errored, paused, traces } = report;
  if (paused === undefined && traces.length === 0 && learned + rejected + skipped + waiting + errored === 0) {
    return 'No recorded run waits. Record some with "skillloop learn FILE".';
  }
  const lines = [
    `learned ${learned}, rejected ${rejected}, skipped ${skipped}, waiting ${waiting}, errored ${errored}`,
  ];
  const skills = [...new Set(traces.flatMap((trace) => trace.skills))];
  if (skills.length > 0) {
    lines.push(
      `${counted(skills.length, "skill")} made or added to:`,
      ...skills.map((name) => `  ${printable(name)}`),
    );
  }
  lines.push(...whyNothing(traces));
  const broken = traces.filter(({ result, state }) => result === "errored" || state === "dead");
  for (const { traceId, stage, reason } of broken)
    lines.push(`  ${traceId}: ${stage}: ${oneLine(reason, 160)}`);
  if (broken.length > 0) lines.push('"skillloop requeue" tries them again.');
  if (paused !== undefined)
    lines.push(`Paused, no model answers: ${printable(paused.code)}: ${oneLine(paused.detail, 160)}`);
  if (waiting > 0) lines.push(`${counted(waiting, "run")} left for the next "skillloop process".`);
  return lines.join("\n");
}

const reasonsShown = 5;

/** A reason names the calls it is about; to count equal reasons they are left out, and said once. */
function withoutCalls(reason: string): string {
  return [...new Set(reason.split("; ").map((part) => part.replace(/^call \S+: /, "")))].join("; ");
}

/** Why runs taught nothing, the commonest reasons first: strictness that explains itself. */
function whyNothing(traces: ProcessReport["traces"]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { result, reason } of traces) {
    if (result !== "skipped" && result !== "rejected") continue;
    const key = `${result}: ${oneLine(withoutCalls(reason), 120)}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const sorted = [...counts].sort(([, one], [, other]) => other - one);
  const shown = sorted.slice(0, reasonsShown).map(([reason, count]) => `  ${count} ${reason}`);
  const left = sorted.length - reasonsShown;
  return left > 0
    ? [...shown, `  and ${counted(left, "other reason")}; "skillloop trace ID" tells each`]
    : shown;
}
