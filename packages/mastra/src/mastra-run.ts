import type { AgentRun, FrameworkCall } from "@skillloop/core/adapter";

/** One run, and what Mastra's requests that it consists of brought: one, and one more for each resume. */
export interface MastraRun {
  readonly run: AgentRun;
  readonly key: string;
  /** When the user asked, in milliseconds since the epoch. */
  readonly moment: number | undefined;
  readonly contexts: Set<object>;
  abortSignal: AbortSignal | undefined;
}

/** Whether a conversation goes on with a run's calls: they come first, in their order. */
export function goesOn(calls: AgentRun["calls"], asked: readonly FrameworkCall[]): boolean {
  return (
    calls.length <= asked.length &&
    calls.every(({ frameworkId, tool }, at) => {
      const said = asked[at];
      return said !== undefined && frameworkId === (said.id ?? "") && tool === said.tool;
    })
  );
}
