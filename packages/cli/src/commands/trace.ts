import type { AddCommand } from "../add-command.ts";
import type { TraceRecord, TraceSummary } from "../core-types.ts";
import type { GlobalOptions } from "../global-options.ts";
import { moment } from "../output/counted.ts";
import { modelCallsText } from "../output/model-calls-text.ts";
import { oneLine, printable } from "../output/printable.ts";
import { otherProjects } from "../output/scope-text.ts";
import { facts, table } from "../output/table.ts";
import { parseLimit } from "../parse-limit.ts";

export const addTrace: AddCommand = (program, run) => {
  program
    .command("trace")
    .description("what became of a recorded run, which stage ended it and why; without an id, of the newest")
    .argument("[id]", "the id that its receipt names")
    .option("--limit <number>", "without an id: at most so many (20)", parseLimit)
    .action((id: string | undefined, { limit }: { readonly limit?: number }) =>
      run(program.opts<GlobalOptions>(), async (context) => {
        const loop = await context.loop();
        if (id === undefined) {
          const traces = await loop.traces(limit === undefined ? {} : { limit });
          const text = (): string =>
            traces.length === 0
              ? `No run is recorded. ${otherProjects(loop.scope)}`
              : tracesText(traces, context.io.columns);
          context.answer({ json: traces, text });
          return undefined;
        }
        const record = await loop.trace(id);
        context.answer({ json: record, text: () => traceText(record) });
        return undefined;
      }),
    );
};

function tracesText(traces: readonly TraceSummary[], columns: number): string {
  const width = Math.max(20, Math.floor((columns - 60) / 2));
  const rows = traces.map(({ task, recordedAt, fate }) => [
    fate.traceId,
    moment(recordedAt),
    fate.result ?? fate.state,
    oneLine(task, width),
    oneLine(fate.reason, width),
  ]);
  return table(["id", "recorded", "result", "task", "why"], rows);
}

function traceText({ fate, trace, modelCalls }: TraceRecord): string {
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
      ["model calls", modelCallsText(modelCalls)],
    ]),
  );
}
