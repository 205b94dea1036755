import type { Outcome, Signal, SignalSource } from "../types/signal.ts";

const rank: readonly SignalSource[] = ["test", "user", "judge", "self", "heuristic"];

export interface TraceOutcome {
  readonly outcome: Outcome;
  /** The source that decided; `none` without any signal. */
  readonly source: SignalSource | "none";
}

/**
 * How a run went, by its highest-ranking source alone: an agent's opinion never outvotes a test, however
 * often it is given. Within the source the last result of each check counts, so that fail, fix, pass is a
 * success; checks that disagree make `partial`; an unknown result (a killed process) is left out when
 * another check has a known one.
 */
export function traceOutcome(signals: readonly Signal[]): TraceOutcome {
  const source = rank.find((candidate) => signals.some((signal) => signal.source === candidate));
  if (source === undefined) return { outcome: "unknown", source: "none" };
  const last = new Map<string, Outcome>();
  for (const signal of signals) {
    if (signal.source === source) last.set(signal.check ?? "", signal.outcome);
  }
  const known = new Set([...last.values()].filter((outcome) => outcome !== "unknown"));
  const [only] = known;
  if (only === undefined) return { outcome: "unknown", source };
  return { outcome: known.size === 1 ? only : "partial", source };
}
