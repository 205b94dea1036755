import type { AgentRun } from "@skillloop/core/adapter";

/** One run, and what Mastra's requests that it consists of brought: one, and one more for each resume. */
export interface MastraRun {
  readonly run: AgentRun;
  readonly key: string;
  /** When the user asked, in milliseconds since the epoch. */
  readonly moment: number | undefined;
  readonly contexts: Set<object>;
  abortSignal: AbortSignal | undefined;
}
