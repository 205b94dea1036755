import type { Evidence } from "../core-types.ts";
import { moment } from "./counted.ts";
import { oneLine } from "./printable.ts";
import { table } from "./table.ts";

/** The ledger of a skill, oldest first. */
export function evidenceTable(evidence: readonly Evidence[]): string {
  if (evidence.length === 0)
    return "No evidence yet. A re-run of its task, or a run that used it, would be some.";
  const rows = [...evidence]
    .sort((one, other) => one.at - other.at)
    .map((row) => [
      moment(row.at),
      `v${row.version}`,
      row.kind,
      row.passed ? "passed" : row.mistakeRepeated ? "failed, mistake repeated" : "failed",
      oneLine(row.check ?? "-", 40),
      oneLine(row.runId, 40),
    ]);
  return table(["when", "version", "evidence", "result", "check", "run"], rows);
}
