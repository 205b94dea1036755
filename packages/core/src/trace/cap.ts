import { canonicalJson } from "../text/canonical-json.ts";
import { clipMiddle } from "../text/clip.ts";
import { shortHash } from "../text/hash.ts";
import type { JsonObject, JsonValue } from "../types/json.ts";
import type { Signal } from "../types/signal.ts";
import type { Step, Trace } from "../types/trace.ts";
import { chooseSteps } from "./choose-steps.ts";
import { mapStrings } from "./json-value.ts";
import { utf8Length } from "./utf8-length.ts";

export const maximumSteps = 400;
export const maximumText = 4_000;
/** Bytes of the trace as UTF-8 JSON. */
export const maximumBytes = 256 * 1024;

export interface CappedTrace {
  readonly trace: Trace;
  /** Texts and values that were cut. */
  readonly truncated: number;
  readonly stepsDropped: number;
}

interface Limits {
  readonly steps: number;
  readonly text: number;
  /** Entries of a list or record beside the steps. */
  readonly entries: number;
}

/** From what the design asks for down to what always fits. */
const ladder: readonly Limits[] = [
  { steps: maximumSteps, text: maximumText, entries: 200 },
  { steps: maximumSteps, text: 2_000, entries: 200 },
  { steps: maximumSteps, text: 1_000, entries: 100 },
  { steps: maximumSteps, text: 500, entries: 100 },
  { steps: maximumSteps, text: 250, entries: 50 },
  { steps: 200, text: 250, entries: 50 },
  { steps: 100, text: 250, entries: 20 },
  { steps: 40, text: 200, entries: 10 },
  { steps: 0, text: 200, entries: 5 },
];

const maximumName = 200;
const maximumValue = 16_000;

interface Counter {
  cut: number;
}

/** An over-long identity stays distinct: its hash takes the place of what is cut. */
function clipIdentity(text: string, counter: Counter): string {
  if (text.length <= maximumName) return text;
  counter.cut += 1;
  // Hashing is slow here; what is longer still differs by its head, its tail or its length.
  const hashed = `${text.length}:${clipMiddle(text, 20_000)}`;
  return `${clipMiddle(text, maximumName - 33)}#${shortHash(hashed, 32)}`;
}

function clipText(text: string, max: number, counter: Counter): string {
  if (text.length <= max) return text;
  counter.cut += 1;
  return clipMiddle(text, max);
}

/** Strings inside are cut one by one; a value that is too large even so becomes its own JSON, cut. */
function clipValue(value: JsonValue, max: number, counter: Counter): JsonValue {
  const clipped = mapStrings(value, (text) => clipText(text, max, counter));
  const json = canonicalJson(clipped);
  if (json.length <= Math.min(maximumValue, max * 8)) return clipped;
  return clipText(json, max, counter);
}

function clipRecord(record: Readonly<Record<string, string>>, limits: Limits, counter: Counter) {
  const entries = Object.entries(record);
  counter.cut += Math.max(0, entries.length - limits.entries);
  return Object.fromEntries(
    entries
      .slice(0, limits.entries)
      .map(([key, value]) => [clipText(key, maximumName, counter), clipText(value, limits.text, counter)]),
  );
}

/** Free context is what a re-run lives on, so it is kept whole as long as it can be. */
function clipContext(context: JsonObject, limits: Limits, counter: Counter): JsonObject {
  if (canonicalJson(context).length <= maximumValue) return context;
  const clipped = clipValue(context, limits.text, counter);
  return typeof clipped === "string" ? { clipped } : (clipped as JsonObject);
}

function clipSignal(signal: Signal, limits: Limits, counter: Counter): Signal {
  return {
    ...signal,
    ...(signal.check === undefined ? {} : { check: clipIdentity(signal.check, counter) }),
    ...(signal.detail === undefined ? {} : { detail: clipText(signal.detail, limits.text, counter) }),
  };
}

function clipStep(step: Step, max: number, counter: Counter): Step {
  if (step.kind === "text") return { ...step, text: clipText(step.text, max, counter) };
  return {
    ...step,
    tool: clipText(step.tool, maximumName, counter),
    callId: clipIdentity(step.callId, counter),
    input: clipValue(step.input, max, counter),
    ...(step.output === undefined ? {} : { output: clipText(step.output, max, counter) }),
    ...(step.error === undefined ? {} : { error: clipText(step.error, max, counter) }),
  };
}

/** The last entries: of signals the last result of a check is the one that counts. */
function lastOf<T>(list: readonly T[], limits: Limits, counter: Counter): readonly T[] {
  counter.cut += Math.max(0, list.length - limits.entries);
  return list.slice(-limits.entries);
}

function capAt(trace: Trace, limits: Limits): CappedTrace {
  const counter: Counter = { cut: 0 };
  const steps = chooseSteps(trace.steps, limits.steps);
  const identity = (text: string): string => clipIdentity(text, counter);
  const capped: Trace = {
    ...trace,
    ...(trace.runId === undefined ? {} : { runId: identity(trace.runId) }),
    task: clipText(trace.task, Math.max(limits.text, 1_000), counter),
    steps: steps.map((step) => clipStep(step, limits.text, counter)),
    signals: lastOf(trace.signals, limits, counter).map((signal) => clipSignal(signal, limits, counter)),
    shown: lastOf(trace.shown, limits, counter).map((skill) => ({
      ...skill,
      skillId: identity(skill.skillId),
      name: identity(skill.name),
      ...(skill.callId === undefined ? {} : { callId: identity(skill.callId) }),
    })),
    used: lastOf(trace.used, limits, counter).map(identity),
    bulletFeedback: lastOf(trace.bulletFeedback, limits, counter).map((feedback) => ({
      ...feedback,
      skillId: identity(feedback.skillId),
      bulletId: identity(feedback.bulletId),
    })),
    environment: clipRecord(trace.environment, limits, counter),
    context: clipContext(trace.context, limits, counter),
    metadata: clipRecord(trace.metadata, limits, counter),
  };
  return { trace: capped, truncated: counter.cut, stepsDropped: trace.steps.length - steps.length };
}

/**
 * Cuts a trace to what is kept: 400 steps (first and last half), 4,000 characters a text (head and tail),
 * 256 KB in all. The last is a hard limit: texts shrink first, then steps go, until it holds. Never throws.
 */
export function capTrace(trace: Trace): CappedTrace {
  let capped = capAt(trace, ladder[0] as Limits);
  for (const limits of ladder.slice(1)) {
    if (utf8Length(JSON.stringify(capped.trace)) <= maximumBytes) return capped;
    capped = capAt(trace, limits);
  }
  return capped;
}
