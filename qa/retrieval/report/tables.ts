import type { AblationRow } from "../ablation.ts";
import { bestBaseline, classBars, percentRight, verdict } from "../bars.ts";
import { netLoss } from "../measurement.ts";
import type { MeasuredRun, RecallRun } from "../run.ts";

/** Rows of text under a head, printed by the terminal's report and by `RESULTS.md` in their own way. */
export interface TextTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const percent = (value: number): string => value.toFixed(1);
const share = (value: number): string => value.toFixed(3);

/** Right answers by class with Wilson's interval; with bars, how they stand to floor and aim. */
export function classTable(run: MeasuredRun, hasBars: boolean): TextTable {
  const judged = hasBars ? ["floor", "aim", "verdict"] : [];
  return {
    head: [
      "class",
      "probes",
      "right",
      "%",
      "95 %",
      "right in 3",
      "nothing came",
      "best baseline %",
      ...judged,
    ],
    rows: Object.entries(run.classes).map(([name, score]) => {
      const bar = classBars[name];
      const margin = bar?.margin === undefined ? "" : `, +${bar.margin}`;
      return [
        name,
        String(score.n),
        String(score.right),
        percent(percentRight(score)),
        `${percent(100 * score.low)}-${percent(100 * score.high)}`,
        String(score.right3),
        String(score.abstained),
        percent(bestBaseline(run.baselines, name)),
        ...(hasBars
          ? [`${bar?.floor ?? "-"}${margin}`, String(bar?.aim ?? "-"), verdict(name, score, run.baselines)]
          : []),
      ];
    }),
  };
}

/** Ours beside the baselines, each of them with the best threshold there is for these probes. */
export function baselineTable(run: MeasuredRun): TextTable {
  const names = Object.keys(run.classes);
  const rights = (classes: RecallRun["classes"]): readonly string[] =>
    names.map((name) => percent(percentRight(classes[name] ?? { n: 0, right: 0 })));
  return {
    head: ["", "F1", "precision", "recall", ...names],
    rows: [
      ["recall", share(run.f1), share(run.precision), share(run.recall), ...rights(run.classes)],
      ...run.baselines.map((baseline) => [
        baseline.weight === undefined ? baseline.name : `${baseline.name} (${baseline.weight} BM25)`,
        share(baseline.f1),
        share(baseline.precision),
        share(baseline.recall),
        ...rights(baseline.classes),
      ]),
    ],
  };
}

export function lossTable(plain: RecallRun, crowded: RecallRun): TextTable {
  const loss = netLoss(plain, crowded);
  return {
    head: ["class", "right without", "right with", "net loss"],
    rows: Object.entries(loss).map(([name, lost]) => [
      name,
      String(plain.classes[name]?.right ?? 0),
      String(crowded.classes[name]?.right ?? 0),
      String(lost),
    ]),
  };
}

/** What changes when a group of features is taken out: F1, and right answers by class where they differ. */
export function ablationTable(whole: RecallRun, rows: readonly AblationRow[]): TextTable {
  return {
    head: ["without", "F1", "change", "precision", "recall", "right answers gained or lost"],
    rows: rows.map(({ without, run }) => [
      without,
      share(run.f1),
      signed(run.f1 - whole.f1, 3),
      share(run.precision),
      share(run.recall),
      Object.entries(run.classes)
        .map(([name, { right }]) => ({ name, change: right - (whole.classes[name]?.right ?? 0) }))
        .filter(({ change }) => change !== 0)
        .map(({ name, change }) => `${name} ${signed(change, 0)}`)
        .join(", "),
    ]),
  };
}

function signed(value: number, digits: number): string {
  return `${value < 0 ? "" : "+"}${value.toFixed(digits)}`;
}
