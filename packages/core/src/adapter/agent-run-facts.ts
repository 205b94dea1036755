import type { Loop } from "../types/loop.ts";

/** What a run begins with. */
export interface AgentRunFacts {
  readonly loop: Loop;
  readonly task: string;
  readonly scopeKey: string;
  /** What users said before, oldest first. */
  readonly history: readonly string[];
  readonly tools?: readonly string[] | undefined;
  /** The host's id for it. */
  readonly runId?: string | undefined;
}
