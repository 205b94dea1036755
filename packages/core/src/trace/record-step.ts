import type { ToolCallRecord } from "../types/loop.ts";
import type { ToolStep } from "../types/trace.ts";
import { toJsonValue } from "./json-value.ts";
import { judgeCall } from "./step-outcome.ts";

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
  const input = toJsonValue(record.input);
  const judged = judgeCall({
    input,
    callId: facts.callId,
    output: record.output,
    error: record.error,
    exitCode: record.exitCode,
    outcome: record.outcome,
  });
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
