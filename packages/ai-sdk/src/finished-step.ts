import {
  type FrameworkResult,
  promptTranscript,
  readField,
  readList,
  readText,
} from "@skillloop/core/adapter";
import { type OpenRun, reportResult } from "./open-run.ts";
import type { OpenRuns } from "./open-runs.ts";

/** A step of the SDK's loop: what the model answered, and what came of its calls. */
export interface FinishedStep {
  readonly content: readonly unknown[];
  readonly calls: readonly unknown[];
  /** Ids of calls that wait for a person. */
  readonly approvals: readonly string[];
  /** True when each of its calls has its result: nobody outside is waited for. */
  readonly isComplete: boolean;
}

/** Reads `content`, the only place that holds thrown errors and calls that never ran (AI1, AI8). */
export function readStep(step: unknown): FinishedStep {
  const content = readList(step, "content").filter((part) => readField(part, "preliminary") !== true);
  const typed = (...types: readonly string[]): readonly unknown[] =>
    content.filter((part) => types.includes(readText(part, "type") ?? ""));
  const calls = typed("tool-call");
  const answered = typed("tool-result", "tool-error").map((part) => readField(part, "toolCallId"));
  return {
    content,
    calls,
    approvals: typed("tool-approval-request").map(
      (part) => readText(readField(part, "toolCall"), "toolCallId") ?? readText(part, "toolCallId") ?? "",
    ),
    isComplete: calls.every((call) => answered.includes(readField(call, "toolCallId"))),
  };
}

export interface StepFacts {
  /** False when no middleware has told of the model's answer. */
  readonly isAsked: boolean;
  /** Ids of the results that were reported on their own. */
  readonly reported: ReadonlySet<string>;
  /** In milliseconds, of the call that this part of a step is. */
  readonly durationOf: (call: unknown) => number | undefined;
}

/** Records what a step shows and nothing has told yet. */
export function recordStep(runs: OpenRuns, open: OpenRun, step: FinishedStep, facts: StepFacts): void {
  const { entries } = promptTranscript([{ role: "assistant", content: step.content }]);
  const asked = facts.isAsked ? [] : entries.filter((entry) => entry.kind === "asked");
  if (!facts.isAsked) runs.record(open, { asked, results: [], approvals: [] });
  const durations = new Map(
    step.calls.map((call) => [readText(call, "toolCallId"), facts.durationOf(call)] as const),
  );
  const ownCalls = step.calls.filter((call) => readField(call, "providerExecuted") !== true);
  const own = new Set(ownCalls.map((call) => readText(call, "toolCallId")));
  for (const entry of entries) {
    if (entry.kind !== "result") continue;
    const { id, tool, output, failed } = entry.result;
    // The middleware has the provider's results from its answer.
    if (facts.reported.has(id ?? "") || (facts.isAsked && !own.has(id))) continue;
    const error = entry.result.error ?? (failed === true ? output : undefined);
    const durationMs = durations.get(id);
    const result: FrameworkResult = { id, tool, output, error, exact: true };
    reportResult(open, durationMs === undefined ? result : { ...result, durationMs });
  }
  for (const id of step.approvals) open.run.answered({ id, outcome: "interrupted", exact: false });
}
