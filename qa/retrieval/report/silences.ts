import { expectedNames } from "../data/formats.ts";
import type { RecallOutcome } from "../score/ask.ts";

/** Why nothing came where a skill was expected, counted by recall's own reason, most frequent first. */
export function silences(outcomes: readonly RecallOutcome[]): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const { probe, abstained } of outcomes) {
    if (abstained === "" || expectedNames(probe).length === 0) continue;
    const reason = abstained.slice(0, abstained.indexOf(":"));
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  return Object.fromEntries([...counts].toSorted(([, a], [, b]) => b - a));
}
