import { errorText } from "../text/error-signature/error-text.ts";
import type { ToolCallRecord } from "../types/loop.ts";
import type { ToolStep } from "../types/trace.ts";
import { boundTexts } from "./bound-texts.ts";
import { toJsonValue } from "./json-value.ts";
import { type JudgedCall, judgeCall, noResultText } from "./step-outcome.ts";

/** What stands for a call whose tool nobody named. */
export const unnamedTool = "unknown";

/**
 * One recorded call as a step. `output` and `error` may be anything, thrown errors with causes and child
 * process results included; nothing in them makes this throw. The texts are neither redacted nor cut yet.
 */
export function toolStepFrom(
  record: ToolCallRecord,
  facts: { readonly turn: number; readonly callId: string },
): ToolStep {
  const input = boundTexts(toJsonValue(record.input));
  const { exitCode, outcome } = record;
  const judge = (output: unknown, error: unknown): JudgedCall =>
    judgeCall({ input, callId: facts.callId, output, error, exitCode, outcome });
  let judged: JudgedCall;
  try {
    judged = judge(record.output, record.error);
  } catch {
    // A getter or a proxy in what the tool gave back: what can be read of it as plain data is judged.
    judged = judge(toJsonValue(record.output), errorText(record.error));
  }
  const duration = record.durationMs;
  return {
    kind: "tool",
    tool: record.tool || record.name || unnamedTool,
    callId: facts.callId,
    turn: facts.turn,
    input,
    ...judged,
    ...(typeof duration === "number" && duration >= 0 ? { durationMs: duration } : {}),
  };
}

/** A call that nobody has answered yet. There is nothing to judge, which is most of what a step costs. */
export function unansweredStep(
  record: Pick<ToolCallRecord, "tool" | "input">,
  facts: { readonly turn: number; readonly callId: string },
): ToolStep {
  return {
    kind: "tool",
    tool: record.tool || unnamedTool,
    callId: facts.callId,
    turn: facts.turn,
    input: boundTexts(toJsonValue(record.input)),
    outcome: "missing",
    error: noResultText,
  };
}
