import { type RedactedText, redactText } from "../guard/redact.ts";
import { redactValue } from "../guard/redact-value.ts";
import type { JsonObject, JsonValue } from "../types/json.ts";
import type { Step, Trace } from "../types/trace.ts";
import { mapStrings } from "./json-value.ts";

export interface RedactedTrace {
  readonly trace: Trace;
  readonly redactions: number;
}

/** Longer texts are masked at their ends alone: no more than 4,000 characters of any are kept. */
const longText = 32 * 1024;
const end = longText / 2;
/** Taken away on both sides of a cut, for what the cut may have made of a secret that went through it. */
const margin = 4 * 1024;

/**
 * Masks a text, of a long one the head and the tail. A secret that a cut went through is no longer known for
 * one, so the characters next to the cut go as well; a key in PEM form is shorter than that.
 */
function redactEnds(text: string): RedactedText {
  if (text.length <= longText) return redactText(text);
  const head = redactText(text.slice(0, end));
  const tail = redactText(text.slice(-end));
  const kept = {
    head: head.text.slice(0, Math.max(0, head.text.length - margin)),
    tail: tail.text.slice(margin),
  };
  const cut = text.length - kept.head.length - kept.tail.length;
  return {
    text: `${kept.head}\n… [${cut} characters cut] …\n${kept.tail}`,
    count: head.count + tail.count,
  };
}

/**
 * Masks secrets in everything a trace holds in words: task, run id, steps with their tool names and
 * inputs, call ids, signals, what a session said of skills, environment, context and metadata with their keys.
 * Ids that pair things go on pairing them.
 */
export function redactTrace(trace: Trace): RedactedTrace {
  let redactions = 0;
  const text = (value: string): string => {
    const redacted = redactEnds(value);
    redactions += redacted.count;
    return redacted.text;
  };
  const value = <T extends JsonValue>(given: T): T => {
    // A long text inside is cut first; what its key says of it is looked at afterwards.
    const cut = mapStrings(given, (inner) => (inner.length > longText ? text(inner) : inner));
    const redacted = redactValue(cut as T);
    redactions += redacted.count;
    return redacted.value;
  };
  const callIds = new Map<string, string>();
  const taken = new Set<string>();
  /** One masked id for each id: calls that two secrets named must not become one call. */
  const callId = (given: string): string => {
    const known = callIds.get(given);
    if (known !== undefined) return known;
    const masked = text(given);
    let alias = masked;
    for (let count = 2; taken.has(alias); count += 1) alias = `${masked}#${count}`;
    callIds.set(given, alias);
    taken.add(alias);
    return alias;
  };
  const step = (given: Step): Step => {
    if (given.kind === "text") return { ...given, text: text(given.text) };
    return {
      ...given,
      tool: text(given.tool),
      callId: callId(given.callId),
      input: value(given.input),
      ...(given.output === undefined ? {} : { output: text(given.output) }),
      ...(given.error === undefined ? {} : { error: text(given.error) }),
    };
  };
  return {
    trace: {
      ...trace,
      ...(trace.runId === undefined ? {} : { runId: text(trace.runId) }),
      task: text(trace.task),
      steps: trace.steps.map(step),
      signals: trace.signals.map((signal) => ({
        ...signal,
        ...(signal.check === undefined ? {} : { check: text(signal.check) }),
        ...(signal.detail === undefined ? {} : { detail: text(signal.detail) }),
      })),
      shown: trace.shown.map((skill) => ({
        ...skill,
        skillId: text(skill.skillId),
        name: text(skill.name),
        ...(skill.callId === undefined ? {} : { callId: callId(skill.callId) }),
      })),
      used: trace.used.map(text),
      bulletFeedback: trace.bulletFeedback.map((feedback) => ({
        ...feedback,
        skillId: text(feedback.skillId),
        bulletId: text(feedback.bulletId),
      })),
      environment: value(trace.environment as JsonObject) as Trace["environment"],
      context: value(trace.context),
      metadata: value(trace.metadata as JsonObject) as Trace["metadata"],
    },
    redactions,
  };
}
