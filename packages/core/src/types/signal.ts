/** Sources in rank order: a trace's outcome is that of its highest-ranking source. */
export type SignalSource = "test" | "user" | "judge" | "self" | "heuristic";

export type Outcome = "success" | "failure" | "partial" | "unknown";

/** One statement about how a run went. Confidences are never added up. */
export interface Signal {
  readonly source: SignalSource;
  readonly outcome: Outcome;
  /** Names the check, for example `npm test`. The last result of each named check counts. */
  readonly check?: string;
  readonly exitCode?: number;
  readonly detail?: string;
}
