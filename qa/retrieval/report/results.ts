import { percentile } from "../../percentile.ts";
import type { Measurement } from "../measurement.ts";
import type { MeasuredRun } from "../run.ts";
import { misses, missLine } from "./misses.ts";
import { ablationTable, baselineTable, classTable, lossTable, type TextTable } from "./tables.ts";
import { droppedLine, rejectedLine, silencesLine } from "./terminal.ts";

/** `RESULTS.md` of a run over the test half of our own files. */
export function resultsPage(measurement: Measurement): string {
  const { options, data, rejected, plain, crowded, lexical, ablation } = measurement;
  const failures = misses(plain.outcomes);
  const sections = [
    "# Results of the retrieval benchmark",
    `Written by \`pnpm qa:retrieval --embedder ${options.embedder} --write-results\` under the rules of [PROTOCOL.md](PROTOCOL.md): ${plain.outcomes.length} probes of the test half, ${plain.skills} skills, embedder \`${options.embedder}\`. ${droppedLine(data.dropped)} (of this half).`,
    "## By class",
    markdown(classTable(plain, options.embedder !== "none")),
    `${silencesLine(plain)}.`,
    ...(rejected.length > 0 ? [`${rejectedLine(rejected)}.`] : []),
    timesLine(plain),
    "## Beside the baselines",
    "Right answers by class in percent. Each baseline has the one threshold, and the sum the weight, that is best on these very probes.",
    markdown(baselineTable(plain)),
    ...(crowded === undefined ? [] : crowdedSection(plain, crowded, options.embedder !== "none")),
    ...(lexical === undefined
      ? []
      : ["## Without an embedder", markdown(baselineTable(lexical)), timesLine(lexical)]),
    ...(ablation === undefined
      ? []
      : [
          "## With each group of features taken out",
          "Its weights are 0 and the others as they were fitted.",
          markdown(ablationTable(plain, ablation)),
        ]),
    "## Failures",
    failures.length === 0 ? "None." : `${failures.length} of ${plain.outcomes.length} probes.`,
    ...(failures.length === 0 ? [] : [failures.map((miss) => `- ${escaped(missLine(miss))}`).join("\n")]),
  ];
  return `${sections.join("\n\n")}\n`;
}

function crowdedSection(plain: MeasuredRun, crowded: MeasuredRun, hasBars: boolean): readonly string[] {
  return [
    `## With ${crowded.skills - plain.skills} distractors`,
    markdown(classTable(crowded, hasBars)),
    markdown(baselineTable(crowded)),
    markdown(lossTable(plain, crowded)),
    timesLine(crowded),
  ];
}

function timesLine({ outcomes }: MeasuredRun): string {
  const times = outcomes.map(({ ms }) => ms);
  return `One call: p50 ${percentile(times, 0.5).toFixed(2)} ms, p95 ${percentile(times, 0.95).toFixed(2)} ms, told and not judged here.`;
}

function markdown({ head, rows }: TextTable): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(escaped).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

/** Text of probes and programs is shown as it is and formats nothing. */
function escaped(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|]/g, "\\$&");
}
