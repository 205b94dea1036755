import { boundText } from "../trace/bound-texts.ts";
import { readField, toJsonValue, valueText } from "../trace/json-value.ts";
import type { SessionOptions } from "../types/loop.ts";
import type { Outcome, Signal, SignalSource } from "../types/signal.ts";

// What a host hands to a session may be anything at run time; here it becomes what the types promise.

const outcomes: ReadonlySet<unknown> = new Set<Outcome>(["success", "failure", "partial", "unknown"]);
const sources: ReadonlySet<unknown> = new Set<SignalSource>(["test", "user", "judge", "self", "heuristic"]);

/** A text that says something, or nothing. */
export const filledText = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? boundText(value) : undefined;

/** The options that can be used; `null`, wrong types and getters that throw count as not given. */
export function readSessionOptions(options: unknown): SessionOptions {
  const id = readField(options, "runId");
  const runId = typeof id === "number" ? String(id) : filledText(id);
  const environment = readField(options, "environment");
  const tools = readField(options, "tools");
  const onHint = readField(options, "onHint");
  return {
    ...(readField(options, "learn") === false && { learn: false }),
    ...(readField(options, "recall") === false && { recall: false }),
    ...(readField(options, "holdHints") === true && { holdHints: true }),
    ...(runId !== undefined && { runId }),
    ...(typeof environment === "object" && environment !== null && { environment: textsOf(environment) }),
    ...(Array.isArray(tools) && { tools: tools.filter((tool) => typeof tool === "string") }),
    ...(typeof onHint === "function" && { onHint: onHint as NonNullable<SessionOptions["onHint"]> }),
  };
}

function textsOf(record: object): Readonly<Record<string, string>> {
  const entries = Object.entries(toJsonValue(record) ?? {});
  return Object.fromEntries(entries.map(([key, value]) => [key, valueText(value)]));
}

/** A signal of any source, with the parts that can be kept; `undefined` when it says nothing. */
export function readSignal(signal: unknown): Signal | undefined {
  const source = readField(signal, "source");
  const outcome = readField(signal, "outcome");
  if (!sources.has(source) || !outcomes.has(outcome)) return undefined;
  const detail = filledText(readField(signal, "detail"));
  return {
    source: source as SignalSource,
    outcome: outcome as Outcome,
    ...(detail !== undefined && { detail }),
  };
}

/**
 * What a check's result says; `undefined` when it is none. A process that was killed has no exit code: its
 * check says nothing, neither pass nor fail.
 */
export function readCheckResult(result: unknown): Pick<Signal, "outcome" | "exitCode"> | undefined {
  if (typeof result === "boolean") return { outcome: result ? "success" : "failure" };
  const passed = readField(result, "passed");
  if (typeof passed === "boolean") return { outcome: passed ? "success" : "failure" };
  const exitCode = readField(result, "exitCode");
  if (exitCode === null) return { outcome: "unknown" };
  if (!Number.isSafeInteger(exitCode)) return undefined;
  return { outcome: exitCode === 0 ? "success" : "failure", exitCode: exitCode as number };
}
