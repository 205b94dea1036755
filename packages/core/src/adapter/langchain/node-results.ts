import { readField } from "../../trace/json-value.ts";
import { readLangchain } from "../../trace/read-langchain.ts";
import type { ResultEvent } from "../../trace/trace-event.ts";
import type { AgentRun } from "../agent-run.ts";
import type { FrameworkResult } from "../framework-call.ts";

/**
 * Records the results in what a node gave back: of invalid arguments and unknown tools nothing else tells
 * (LC1, LC2). Each goes to the one run of these that waits for it.
 */
export function readNodeResults(runs: readonly AgentRun[], results: readonly ResultEvent[]): void {
  for (const result of results) {
    const [run, ...others] = runs.filter((one) => waitsFor(one, result));
    // The agents of one step may use one id: then whose result it is cannot be told.
    if (others.length === 0) run?.answered(asReported(result));
  }
}

/** The results in what a node gave back, when they are results alone and not a whole conversation. */
export function nodeResults(outputs: unknown): readonly ResultEvent[] {
  const listed = readField(outputs, "messages") ?? readField(outputs, "output") ?? outputs;
  const messages: readonly unknown[] = Array.isArray(listed) ? listed : [listed];
  const results: ResultEvent[] = [];
  // From the end, where a conversation has what is no result: a long one is not read for it.
  for (let at = messages.length - 1; at >= 0; at -= 1) {
    const events = readLangchain([messages[at]]);
    const ofOne = events.filter((event): event is ResultEvent => event.kind === "result");
    if (ofOne.length !== events.length) return [];
    results.unshift(...ofOne);
  }
  return results;
}

/** Whether a run has an open call that a result may answer. */
const waitsFor = (run: AgentRun, { id = "", tool }: ResultEvent): boolean =>
  run.calls.some(
    (call) => call.frameworkId === id && call.state === "open" && (tool === undefined || call.tool === tool),
  );

function asReported({ id = "", tool, output, error, failed, outcome }: ResultEvent): FrameworkResult {
  const reason = error ?? (failed === true ? output : undefined);
  return {
    id,
    tool,
    ...(reason === undefined ? { output } : { error: reason }),
    ...(outcome !== undefined && { outcome }),
    exact: false,
  };
}
