import type { AblationRow } from "./ablation.ts";
import type { RetrievalData } from "./data/load.ts";
import type { RetrievalOptions } from "./options.ts";
import type { MeasuredRun, RecallRun } from "./run.ts";

/** All that one call of the command measured. */
export interface Measurement {
  readonly options: RetrievalOptions;
  readonly data: RetrievalData;
  /** Names of library skills that the content scan keeps from being given. */
  readonly rejected: readonly string[];
  /** The library alone. */
  readonly plain: MeasuredRun;
  /** With distractors beside it. */
  readonly crowded?: MeasuredRun;
  /** For `RESULTS.md`: the library alone without an embedder. */
  readonly lexical?: MeasuredRun;
  readonly ablation?: readonly AblationRow[];
}

/** The run that was asked for: with distractors where there are any. */
export function askedRun({ plain, crowded }: Measurement): MeasuredRun {
  return crowded ?? plain;
}

/** Probes of each class that are right in `before` and no more in `after`, minus those won. */
export function netLoss(before: RecallRun, after: RecallRun): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(before.classes).map(([name, { right }]) => [
      name,
      right - (after.classes[name]?.right ?? 0),
    ]),
  );
}
