import type { AgentRun, Transcript } from "@skillloop/core/adapter/langchain";

/** Records what the messages show. A call whose arguments nobody could read is never answered by a message. */
export function recordTurn(run: AgentRun, news: Transcript): void {
  run.observe(news);
  const answered = new Set(news.entries.map((entry) => (entry.kind === "result" ? entry.call : undefined)));
  for (const entry of news.entries) {
    if (entry.kind !== "asked") continue;
    for (const call of entry.calls) {
      if (call.invalidInput !== true || answered.has(call)) continue;
      const { id, tool, input } = call;
      const error = "The arguments of the call could not be read.";
      run.answered({ id, tool, input, error, outcome: "invalid-input", exact: false });
    }
  }
}
