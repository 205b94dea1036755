import type { ToolCallRecord } from "../types/loop.ts";
import type { StepOutcome } from "../types/trace.ts";
import { readField } from "./json-value.ts";
import { callIdOf } from "./trace-event.ts";

const outcomes: Readonly<Record<StepOutcome, true>> = {
  ok: true,
  "tool-error": true,
  "invalid-input": true,
  "unknown-tool": true,
  interrupted: true,
  aborted: true,
  missing: true,
};

const isOutcome = (value: unknown): value is StepOutcome =>
  typeof value === "string" && Object.hasOwn(outcomes, value);

/** Far below the greatest whole number, since later calls count on from it. */
const isTurn = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= 1e9;

function nameOf(value: unknown): string | undefined {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}

/**
 * A tool call as a host gave it, without the parts that cannot be kept: one bad value must not cost the rest
 * of the recording. Getters are read once, and one that throws reads as absent. Never throws.
 */
export function readCallRecord(call: unknown): ToolCallRecord {
  const name = nameOf(readField(call, "tool")) ?? nameOf(readField(call, "name"));
  const exitCode = readField(call, "exitCode");
  const callId = callIdOf(readField(call, "callId"));
  const turn = readField(call, "turn");
  const outcome = readField(call, "outcome");
  const duration = readField(call, "durationMs");
  return {
    ...(name !== undefined && { tool: name }),
    input: readField(call, "input"),
    output: readField(call, "output"),
    error: readField(call, "error"),
    ...((Number.isSafeInteger(exitCode) || exitCode === null) && { exitCode: exitCode as number | null }),
    ...(callId !== undefined && { callId }),
    ...(isTurn(turn) && { turn }),
    ...(isOutcome(outcome) && { outcome }),
    ...(typeof duration === "number" && Number.isFinite(duration) && { durationMs: duration }),
  };
}
