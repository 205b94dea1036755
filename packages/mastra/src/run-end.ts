import type { FinishedRun } from "@skillloop/core/adapter";

/**
 * What Mastra's reason for finishing says about the run; `undefined` when the run is only suspended. A limit
 * of steps leaves calls unanswered, and a guard or an abort stops it: neither says that the task failed.
 */
export function runEnd(reason: string, isAborted: boolean): FinishedRun["end"] | undefined {
  if (reason === "suspended") return undefined;
  if (reason === "error") return "failed";
  if (isAborted) return "aborted";
  return /^(?:tool-calls|aborted|tripwire)$/.test(reason) ? "aborted" : "completed";
}
