/** What skeptic, scan and gate return. `hold` waits for a person; `reject` is final for that text. */
export interface Verdict {
  readonly decision: "allow" | "hold" | "reject";
  readonly reasons: readonly Reason[];
}

export interface Reason {
  /** Stable, kebab-case, for example `destructive-command`. */
  readonly code: string;
  /** For a person: what was found and where. Never holds a secret. */
  readonly detail: string;
  readonly field?: string;
}
