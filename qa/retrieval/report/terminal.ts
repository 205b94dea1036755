import Table from "cli-table3";
import { percentile } from "../../percentile.ts";
import type { Figure } from "../../report.ts";
import type { DroppedProbe } from "../data/stems.ts";
import { askedRun, type Measurement } from "../measurement.ts";
import type { MeasuredRun } from "../run.ts";
import { misses, missLines } from "./misses.ts";
import { silences } from "./silences.ts";
import { ablationTable, baselineTable, classTable, lossTable, type TextTable } from "./tables.ts";

/** The report for a reader at a terminal. */
export function terminalReport(measurement: Measurement, figures: readonly Figure[]): string {
  const { options, data, rejected, plain, crowded, ablation } = measurement;
  const run = askedRun(measurement);
  const times = run.outcomes.map(({ ms }) => ms);
  const which = data.isOwn ? `, ${options.half} half` : "";
  const hasBars = data.isOwn && options.embedder !== "none";
  const missed = figures.filter(({ ok }) => !ok);
  const parts = [
    `${run.outcomes.length} probes${which}, ${run.skills} skills, embedder ${options.embedder}`,
    ...(data.dropped.length > 0 ? [droppedLine(data.dropped)] : []),
    ...(rejected.length > 0 ? [rejectedLine(rejected)] : []),
    draw(classTable(plain, hasBars)),
    silencesLine(plain),
    draw(baselineTable(plain)),
    ...(crowded === undefined
      ? []
      : [
          `with ${crowded.skills - plain.skills} distractors:`,
          draw(classTable(crowded, hasBars)),
          draw(baselineTable(crowded)),
          draw(lossTable(plain, crowded)),
        ]),
    ...(ablation === undefined ? [] : [draw(ablationTable(plain, ablation))]),
    ...(options.misses ? misses(run.outcomes).map(missLines) : []),
    `one call: p50 ${percentile(times, 0.5).toFixed(2)} ms, p95 ${percentile(times, 0.95).toFixed(2)} ms; degraded answers: ${run.outcomes.filter(({ degraded }) => degraded).length}`,
    ...missed.map(
      ({ name, at, value, unit, bar }) => `missed: ${name} (${at}): ${value} ${unit}, bar ${bar ?? "-"}`,
    ),
    ...(data.isOwn ? [missed.length === 0 ? "all bars met" : `${missed.length} bars missed`] : []),
  ];
  return parts.join("\n");
}

/** How many probes the stem rule took out, by class. */
export function droppedLine(dropped: readonly DroppedProbe[]): string {
  const count = (name: string): number => dropped.filter(({ probe }) => probe.class === name).length;
  return `dropped by the stem rule: ${count("paraphrase")} paraphrases, ${count("lexical")} lexical traps`;
}

/** Which skills can never come, whatever is asked. */
export function rejectedLine(rejected: readonly string[]): string {
  return `never given, since the content scan rejects their text: ${rejected.join(", ")}`;
}

/** Why nothing came where a skill was expected. */
export function silencesLine({ outcomes }: MeasuredRun): string {
  const counts = Object.entries(silences(outcomes)).map(([reason, count]) => `${reason} ${count}`);
  return `nothing came where a skill was expected: ${counts.length === 0 ? "never" : counts.join(", ")}`;
}

function draw({ head, rows }: TextTable): string {
  const table = new Table({ head: [...head], style: { head: [], border: [], compact: true } });
  for (const row of rows) table.push([...row]);
  return table.toString();
}
