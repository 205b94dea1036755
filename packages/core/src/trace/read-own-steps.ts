import { parseTracePart } from "../schema/parse-trace-part.ts";
import { type OwnStep, ownStepSchema } from "../schema/trace-input.ts";
import { stripOwnText } from "../text/own-text.ts";
import type { ToolCallRecord } from "../types/loop.ts";
import type { Step } from "../types/trace.ts";
import { contentText } from "./content-text.ts";
import { isRecord, readField, readFirst, readString } from "./json-value.ts";
import { toolStepFrom, unnamedTool } from "./record-step.ts";
import { stripOwnValue } from "./strip-own.ts";
import { callIdOf, textEvent } from "./trace-event.ts";

/** A call under any of the names that recorders give its parts. */
function recordOf(step: Readonly<Record<string, unknown>>): ToolCallRecord {
  const exitCode = step.exitCode ?? step.exit_code;
  const killed = step.exitCode === null || step.exit_code === null;
  const outcome = step.outcome;
  const duration = readFirst(step, ["durationMs", "duration_ms"]);
  return {
    tool: readString(step, ["tool", "name"]) || unnamedTool,
    input: stripOwnValue(readFirst(step, ["input", "args", "arguments", "parameters"]) ?? {}),
    output: stripOwnValue(readFirst(step, ["output", "result", "content"])),
    error: stripOwnValue(readField(step, "error")),
    ...(typeof exitCode === "number" ? { exitCode } : killed ? { exitCode: null } : {}),
    ...(typeof outcome === "string" ? { outcome: outcome as NonNullable<ToolCallRecord["outcome"]> } : {}),
    ...(typeof duration === "number" ? { durationMs: duration } : {}),
  };
}

const inlineCalls = (step: OwnStep): readonly Readonly<Record<string, unknown>>[] => {
  const calls = readFirst(step, ["toolCalls", "tool_calls"]);
  return Array.isArray(calls) ? calls.filter(isRecord) : [];
};

/**
 * Steps in our own form. A call without a turn is a turn of its own; turns never fall. Calls given inside
 * a step of words share its turn.
 */
export function readOwnSteps(values: readonly unknown[]): readonly Step[] {
  const steps: Step[] = [];
  const taken = new Set<string>();
  let turn = -1;
  const uniqueId = (wanted: string): string => {
    let id = wanted;
    for (let count = 2; taken.has(id); count += 1) id = `${wanted}#${count}`;
    taken.add(id);
    return id;
  };
  const pushCall = (call: Readonly<Record<string, unknown>>): void => {
    const given = callIdOf(readFirst(call, ["callId", "call_id", "toolCallId", "tool_call_id", "id"]));
    const callId = uniqueId(given ?? `call-${taken.size + 1}`);
    steps.push(toolStepFrom(recordOf(call), { turn, callId }));
  };
  for (const [index, value] of values.entries()) {
    const step = parseTracePart(ownStepSchema, value, ["steps", index]);
    turn = Math.max(turn, step.turn ?? turn + 1);
    if (step.kind !== "text" && (step.tool || step.name || step.role === "tool")) {
      pushCall(step);
      continue;
    }
    const words = stripOwnText(contentText(readFirst(step, ["text", "content"]) ?? ""));
    for (const event of textEvent(index, step.role ?? "user", words)) {
      steps.push({ kind: "text", role: event.role, turn, text: event.text });
    }
    for (const call of inlineCalls(step)) pushCall(call);
  }
  return steps;
}
