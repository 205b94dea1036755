import { resolve } from "node:path";
import Table from "cli-table3";

/** One measured value. `bar` is what it is held against, in words; `null` where nothing is demanded. */
export interface Figure {
  /** What was measured, for example `recall.p50`. */
  readonly name: string;
  /** Under which size or condition, for example `2000 skills`. */
  readonly at: string;
  readonly value: number;
  /** For example `ms`, `%` or `count`. */
  readonly unit: string;
  readonly bar: string | null;
  readonly ok: boolean;
}

export interface Report {
  readonly figures: readonly Figure[];
  /** Ids of the cases that went wrong, where the command scores cases. */
  readonly failures?: readonly string[];
}

/**
 * Prints what a `qa:*` command measured. With `json` it is exactly one JSON object alone on standard
 * output, so progress belongs on standard error. A figure that is not ok makes the process exit with 1.
 */
export function printReport(report: Report, options: { readonly json: boolean }): void {
  const ok = report.figures.every((figure) => figure.ok);
  process.stdout.write(`${options.json ? reportJson(report, ok) : reportTable(report, ok)}\n`);
  if (!ok) process.exitCode = 1;
}

/** Resolves a path given on the command line: package runners change the directory and keep it in INIT_CWD. */
export function resolveFromCaller(path: string): string {
  return resolve(process.env.INIT_CWD ?? process.cwd(), path);
}

function reportJson(report: Report, ok: boolean): string {
  const { figures, failures } = report;
  return JSON.stringify(failures === undefined ? { ok, figures } : { ok, figures, failures });
}

function reportTable(report: Report, ok: boolean): string {
  const table = new Table({
    head: ["figure", "at", "value", "unit", "bar", "ok"],
    colAligns: ["left", "left", "right", "left", "left", "left"],
    style: { head: [], border: [] },
  });
  for (const figure of report.figures) {
    table.push([
      figure.name,
      figure.at,
      readableNumber(figure.value),
      figure.unit,
      figure.bar ?? "-",
      figure.ok ? "yes" : "NO",
    ]);
  }
  const lines = [table.toString()];
  if (report.failures !== undefined && report.failures.length > 0) {
    lines.push(`failures: ${report.failures.join(", ")}`);
  }
  lines.push(ok ? "all bars met" : "a bar was missed");
  return lines.join("\n");
}

function readableNumber(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(Math.abs(value) < 10 ? 3 : 1);
}
