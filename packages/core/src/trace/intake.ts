import { invalidTrace } from "../schema/invalid-trace.ts";
import { parseTracePart } from "../schema/parse-trace-part.ts";
import { type TraceInput, traceInputSchema } from "../schema/trace-input.ts";
import { errorText } from "../text/error-signature/error-text.ts";
import { stripOwnBlocks, stripOwnText } from "../text/own-text.ts";
import { assertScope } from "../text/scope-key.ts";
import { visibleText } from "../text/visible-text.ts";
import type { JsonObject } from "../types/json.ts";
import type { Environment, Scope } from "../types/scope.ts";
import type { RerunOf, Step, Trace } from "../types/trace.ts";
import { boundTexts } from "./bound-texts.ts";
import { capTrace } from "./cap.ts";
import { isRecord, mapStrings, toJsonValue, valueText } from "./json-value.ts";
import { readSteps } from "./read-steps.ts";
import { redactTrace } from "./redact-trace.ts";
import { signalsOf } from "./signals.ts";
import { traceIdOf } from "./trace-id.ts";
import { visibleStep } from "./visible-step.ts";

export interface IntakeFacts {
  readonly scope: Scope;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The loop's own; what the trace says of itself goes before it. */
  readonly environment: Environment;
  /** Said by the host alone: a trace that called itself a re-run could vouch for a skill. */
  readonly rerunOf?: RerunOf;
  /** Known to our own session alone: a trace that claimed it could vouch for a skill just as well. */
  readonly session?: SessionFacts;
}

/** Which skills stood in a run's prompt, and what its agent said of them. */
export type SessionFacts = Pick<Trace, "shown" | "used" | "bulletFeedback">;

const noSession: SessionFacts = { shown: [], used: [], bulletFeedback: [] };

export interface Intake {
  readonly trace: Trace;
  readonly redactions: number;
  readonly truncated: number;
  readonly stepsDropped: number;
}

const traceId = /^t_[0-9a-f]{24}$/;

/** The run as its host names it; files of runs call it `id`. A trace's own id names no run. */
function runIdOf({ runId, id }: TraceInput): string | undefined {
  for (const value of [runId, id]) {
    const text = typeof value === "number" ? String(value) : value;
    if (typeof text === "string" && text.trim() !== "" && !traceId.test(text)) return text;
  }
  return undefined;
}

function taskOf(input: TraceInput, steps: readonly Step[]): string {
  const given = visibleText(stripOwnText(input.task ?? "")).trim();
  if (given !== "") return given;
  const first = steps.find((step) => step.kind === "text" && step.role === "user");
  if (first?.kind === "text") return first.text.trim();
  throw invalidTrace({
    path: "task",
    problem: "is missing, and no user message says what was asked",
    remedy: "Pass task: what the agent was asked to do, in a sentence.",
  });
}

const record = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {});

function textRecord(value: unknown): Readonly<Record<string, string>> {
  const entries = Object.entries(record(value)).filter(([, inner]) => inner !== undefined && inner !== null);
  return Object.fromEntries(entries.map(([key, inner]) => [key, stripOwnText(valueText(inner))]));
}

/** How the run itself broke, told at its end: a model's failure is not a tool's (PR5). */
function runError(input: TraceInput, steps: readonly Step[]): readonly Step[] {
  const text = visibleText(stripOwnBlocks(errorText(input.error)));
  if (text.trim() === "") return [];
  return [{ kind: "text", role: "system", turn: (steps.at(-1)?.turn ?? -1) + 1, text }];
}

function read(value: unknown, facts: IntakeFacts): Trace {
  if (!isRecord(value)) {
    throw invalidTrace({
      path: "",
      problem: "is not an object",
      remedy: "Pass an object with task and steps, or with messages.",
    });
  }
  const input = parseTracePart(traceInputSchema, value);
  const steps = readSteps(input).map(visibleStep);
  const ended = runError(input, steps);
  const runId = runIdOf(input);
  const { shown, used, bulletFeedback } = facts.session ?? noSession;
  const named = typeof input.environment === "string" ? { environment: input.environment } : {};
  return {
    id: "",
    scope: facts.scope,
    ...(runId === undefined ? {} : { runId }),
    task: taskOf(input, steps),
    steps: [...steps, ...ended],
    signals: signalsOf(input),
    shown,
    used,
    bulletFeedback,
    environment: { ...facts.environment, ...textRecord(input.environment) },
    context: mapStrings(toJsonValue(input.context ?? {}), stripOwnText) as JsonObject,
    metadata: { ...named, ...textRecord(input.metadata) },
    end: input.end ?? (ended.length > 0 ? "failed" : "completed"),
    ...(facts.rerunOf === undefined ? {} : { rerunOf: facts.rerunOf }),
    recordedAt: facts.now,
  };
}

/**
 * Any accepted form of a run as a trace that is safe to store: read, validated, our own text taken out,
 * redacted, capped, named. The same run gives the same id. Throws `INVALID_TRACE`, naming the field, and
 * `INVALID_SCOPE`; nothing else comes out of it.
 */
export function intake(input: unknown, facts: IntakeFacts): Intake {
  assertScope(facts.scope);
  const redacted = redactTrace(read(boundTexts(input), facts));
  const capped = capTrace(redacted.trace);
  return {
    trace: { ...capped.trace, id: traceIdOf(capped.trace) },
    redactions: redacted.redactions,
    truncated: capped.truncated,
    stepsDropped: capped.stepsDropped,
  };
}
