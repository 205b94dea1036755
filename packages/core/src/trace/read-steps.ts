import { invalidTrace } from "../schema/invalid-trace.ts";
import type { TraceInput } from "../schema/trace-input.ts";
import type { Step } from "../types/trace.ts";
import { isRecord, readField } from "./json-value.ts";
import { stepsFromEvents } from "./pair-calls.ts";
import { isAiSdkStep } from "./read-ai-sdk.ts";
import { readMessages } from "./read-messages.ts";
import { readOwnSteps } from "./read-own-steps.ts";
import { stripOwnEvents } from "./strip-own.ts";

const accepted =
  "Pass { task, steps: [{ tool, input, output, error }] }, or { task, messages } in the form of OpenAI, Anthropic, AI SDK or LangChain messages, or a SWE-agent history.";

const isMessage = (value: unknown): boolean =>
  isRecord(value) &&
  value.kind === undefined &&
  value.tool === undefined &&
  readField(value, "role") !== undefined;

/** Steps that are really messages: they answer calls by id, or hold calls that are answered elsewhere. */
function areMessages(steps: readonly unknown[]): boolean {
  const inline = (call: unknown): boolean =>
    isRecord(call) && ("result" in call || "error" in call || "args" in call);
  return (
    steps.length > 0 &&
    steps.every(isMessage) &&
    steps.some((step) => {
      const calls = readField(step, "tool_calls");
      return (
        (Array.isArray(calls) && !calls.some(inline)) ||
        "tool_call_id" in Object(step) ||
        Array.isArray(readField(step, "content"))
      );
    })
  );
}

function assertObjects(values: readonly unknown[], field: string): void {
  const index = values.findIndex((value) => !isRecord(value));
  if (index < 0) return;
  throw invalidTrace({ path: `${field}[${index}]`, problem: "is not an object", remedy: accepted });
}

function fromMessages(values: readonly unknown[], field: string, declared?: string): readonly Step[] {
  if (values.length === 0) {
    throw invalidTrace({
      path: field,
      problem: "is empty, so there is nothing to learn from",
      remedy: accepted,
    });
  }
  assertObjects(values, field);
  const events = readMessages(values, declared);
  if (events === undefined) {
    throw invalidTrace({ path: field, problem: "is in no message format that is known", remedy: accepted });
  }
  return stepsFromEvents(stripOwnEvents(events));
}

/** The steps of a trace in whichever form they came, with our own text taken out and outcomes judged. */
export function readSteps(input: TraceInput): readonly Step[] {
  const { steps, messages, history, format } = input;
  const declared = format ?? undefined;
  if (steps != null) {
    assertObjects(steps, "steps");
    const foreign = (steps.length > 0 && steps.every(isAiSdkStep)) || areMessages(steps);
    return foreign ? fromMessages(steps, "steps", declared) : readOwnSteps(steps);
  }
  if (messages != null) return fromMessages(messages, "messages", declared);
  if (history != null) return fromMessages(history, "history", declared);
  const alone = "role" in input && "content" in input;
  throw invalidTrace({
    path: "",
    problem: alone ? "is a single message, not a run" : "has neither steps nor messages",
    remedy: accepted,
  });
}
