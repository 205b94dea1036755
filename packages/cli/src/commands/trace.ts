import type { AddCommand } from "../add-command.ts";
import type { Loop } from "../core-types.ts";
import type { GlobalOptions } from "../global-options.ts";
import { moment } from "../output/counted.ts";
import { oneLine, printable } from "../output/printable.ts";
import { facts } from "../output/table.ts";

type TraceRecord = Awaited<ReturnType<Loop["trace"]>>;

export const addTrace: AddCommand = (program, run) => {
  program
    .command("trace")
    .description("what became of a recorded run: which stage ended it, and why")
    .argument("<id>", "the id that its receipt names")
    .action((id: string) =>
      run(program.opts<GlobalOptions>(), async (context) => {
        const record = await (await context.loop()).trace(id);
        context.answer({ json: record, text: () => traceText(record) });
        return undefined;
      }),
    );
};

function traceText({ fate, trace }: TraceRecord): string {
  const calls = trace.steps.filter((step) => step.kind === "tool");
  const failed = calls.filter((step) => step.kind === "tool" && step.outcome !== "ok");
  const signals = trace.signals.map(
    ({ source, outcome, check }) => `${source}${check ? ` ${check}` : ""}: ${outcome}`,
  );
  return printable(
    facts([
      ["task", oneLine(trace.task, 100)],
      ["recorded", moment(trace.recordedAt)],
      ["calls", `${calls.length}, ${failed.length} failed`],
      ["signals", signals.length === 0 ? "none" : signals.join(", ")],
      ["state", fate.result === undefined ? fate.state : `${fate.state}, ${fate.result}`],
      ["stage", fate.stage],
      ["why", fate.reason === "" ? "-" : fate.reason],
      ["skills", fate.skills.length === 0 ? "none" : fate.skills.join(", ")],
      ["attempts", `${fate.attempts}`],
    ]),
  );
}
