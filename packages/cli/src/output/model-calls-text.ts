import type { ModelCallTotals } from "../core-types.ts";
import { counted } from "./counted.ts";

/** What models were asked, in sum and by role. */
export function modelCallsText(byRole: Readonly<Record<string, ModelCallTotals>>): string {
  const rows = Object.entries(byRole);
  if (rows.length === 0) return "none";
  const sum = (of: (row: ModelCallTotals) => number): number =>
    rows.reduce((total, [, row]) => total + of(row), 0);
  const cost = sum((row) => row.cost);
  return [
    `${sum((row) => row.calls)} (${rows.map(([role, { calls }]) => `${role} ${calls}`).join(", ")})`,
    counted(
      sum((row) => row.inputTokens + row.outputTokens),
      "token",
    ),
    ...(cost > 0 ? [`cost ${cost.toFixed(4)}`] : []),
  ].join(", ");
}
