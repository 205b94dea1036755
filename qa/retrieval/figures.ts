import { atLeast, atMost, told } from "../figure.ts";
import { percentile } from "../percentile.ts";
import type { Figure } from "../report.ts";
import {
  bestBaseline,
  bestBaselineF1,
  classBars,
  f1Bar,
  leastProbes,
  mostLost,
  percentRight,
} from "./bars.ts";
import type { RetrievalData } from "./data/load.ts";
import { type Measurement, netLoss } from "./measurement.ts";
import type { MeasuredRun } from "./run.ts";

/** Every figure of the common report. Bars stand on our own files only. */
export function retrievalFigures(measurement: Measurement): readonly Figure[] {
  const { options, data, plain, crowded } = measurement;
  const half = data.isOwn ? `, ${options.half} half` : "";
  const crowd = `${(crowded?.skills ?? 0) - plain.skills} distractors`;
  const judged = { isOwn: data.isOwn, isLexical: options.embedder === "none" };
  return [
    ...(data.isOwn ? sizeFigures(data) : []),
    ...runFigures(plain, half, judged),
    ...(crowded === undefined ? [] : runFigures(crowded, `${half}, ${crowd}`, judged)),
    ...(crowded === undefined ? [] : lossFigures(plain, crowded, crowd, judged)),
  ];
}

interface Judged {
  readonly isOwn: boolean;
  readonly isLexical: boolean;
}

function sizeFigures({ sizes }: RetrievalData): readonly Figure[] {
  return Object.keys(classBars).flatMap((name) => {
    const { all, test } = sizes[name] ?? { all: 0, test: 0 };
    return [
      atLeast(`probes.${name}`, "both halves", all, "count", leastProbes.all),
      atLeast(`probes.${name}`, "test half", test, "count", leastProbes.test),
    ];
  });
}

function runFigures(run: MeasuredRun, where: string, { isOwn, isLexical }: Judged): readonly Figure[] {
  const at = `${run.outcomes.length} probes${where}`;
  const times = run.outcomes.map(({ ms }) => ms);
  const best = bestBaselineF1(run.baselines);
  const barred = isOwn && !isLexical;
  return [
    ...Object.entries(run.classes).flatMap(([name, score]): readonly Figure[] => {
      const bar = barred ? classBars[name] : undefined;
      const here = `${score.n} probes${where}`;
      const right = percentRight(score);
      if (bar === undefined) return [told(`right.${name}`, here, right, "%")];
      const over = right - bestBaseline(run.baselines, name);
      const margin =
        bar.margin === undefined ? [] : [atLeast(`margin.${name}`, here, over, "points", bar.margin)];
      return [atLeast(`right.${name}`, here, right, "%", bar.floor), ...margin];
    }),
    told("precision", at, run.precision, "share"),
    told("recall", at, run.recall, "share"),
    isOwn && isLexical ? atLeast("f1", at, run.f1, "share", best) : told("f1", at, run.f1, "share"),
    barred
      ? atLeast("f1.over-best-baseline", at, run.f1 - best, "share", f1Bar.margin)
      : told("f1.over-best-baseline", at, run.f1 - best, "share"),
    ...run.baselines.map(({ name, f1 }) => told(`baseline.${name}.f1`, at, f1, "share")),
    told("p50", at, percentile(times, 0.5), "ms"),
    told("p95", at, percentile(times, 0.95), "ms"),
    told("degraded", at, run.outcomes.filter(({ degraded }) => degraded).length, "answers"),
  ];
}

function lossFigures(
  plain: MeasuredRun,
  crowded: MeasuredRun,
  crowd: string,
  { isOwn, isLexical }: Judged,
): readonly Figure[] {
  return Object.entries(netLoss(plain, crowded)).map(([name, lost]) =>
    isOwn && !isLexical
      ? atMost(`loss.${name}`, crowd, lost, "probes", mostLost)
      : told(`loss.${name}`, crowd, lost, "probes"),
  );
}
