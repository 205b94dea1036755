import { percentile } from "../../percentile.ts";
import type { Figure } from "../../report.ts";
import type { AblationRow } from "../ablation.ts";
import { askedRun, type Measurement, netLoss } from "../measurement.ts";
import type { MeasuredRun } from "../run.ts";
import { isRight } from "../score/outcome.ts";
import { misses } from "./misses.ts";
import { silences } from "./silences.ts";

/**
 * The common report with the scores of the run that was asked for: with distractors where there are any, and then
 * those of the run without them beside it.
 */
export function retrievalJson(measurement: Measurement, figures: readonly Figure[]): Record<string, unknown> {
  const { options, data, rejected, plain, crowded, ablation } = measurement;
  const run = askedRun(measurement);
  return {
    ok: figures.every(({ ok }) => ok),
    figures,
    failures: run.outcomes.filter((outcome) => !isRight(outcome)).map(({ probe }) => probe.id),
    ...scoresOf(run),
    embedder: options.embedder,
    probes: run.outcomes.length,
    rejected,
    dropped: data.dropped.map(({ probe }) => probe.id),
    ...(crowded !== undefined && {
      distractors: {
        count: crowded.skills - plain.skills,
        loss: netLoss(plain, crowded),
        without: scoresOf(plain),
      },
    }),
    ...(ablation !== undefined && { ablation: ablation.map(ablationJson) }),
    ...(options.misses && { misses: misses(run.outcomes) }),
  };
}

function scoresOf(run: MeasuredRun): Record<string, unknown> {
  const { skills, classes, precision, recall, f1, outcomes, baselines } = run;
  const times = outcomes.map(({ ms }) => ms);
  // Without a probe there is no time, and JSON knows no such number.
  const milliseconds = (share: number): number =>
    times.length === 0 ? 0 : Number(percentile(times, share).toFixed(3));
  return {
    classes,
    precision,
    recall,
    f1,
    p50: milliseconds(0.5),
    p95: milliseconds(0.95),
    degraded: outcomes.filter(({ degraded }) => degraded).length,
    silences: silences(outcomes),
    skills,
    baselines,
  };
}

function ablationJson({ without, run }: AblationRow): Record<string, unknown> {
  const { classes, precision, recall, f1 } = run;
  return { without, classes, precision, recall, f1 };
}
