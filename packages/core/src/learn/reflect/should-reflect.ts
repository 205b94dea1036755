import { stripOwnText } from "../../text/own-text.ts";
import { traceOutcome } from "../../text/trace-outcome.ts";
import type { LearnResult } from "../../types/lesson.ts";
import type { ToolStep, Trace } from "../../types/trace.ts";
import { failureText, isFailure, isLookingFailure, isModelFailure, isTransient } from "../failure-kind.ts";
import { toolSteps } from "./cited-steps.ts";
import { holdsOwnPrompt } from "./own-words.ts";

/** What the repair learner says of failures that need no further word: nothing went wrong, or it is said already. */
const settledRules = new Set([
  "looking-only",
  "flake",
  "parallel",
  "model-failure",
  "same-failure-again",
  "second-occurrence",
  "fetch-and-execute",
]);

/** Whether a failed call can have a cause that a later run avoids. */
export function canTeach(step: ToolStep): boolean {
  const text = failureText(step);
  return isFailure(step) && !isTransient(text) && !isModelFailure(text) && stripOwnText(text).trim() !== "";
}

const saidSomething = ({ output = "", error = "" }: ToolStep): boolean =>
  stripOwnText(output).trim() !== "" || stripOwnText(error).trim() !== "";

function whyAfterRerun(trace: Trace): string | undefined {
  const { outcome } = traceOutcome(trace.signals);
  const failed = outcome === "failure" || (outcome !== "success" && trace.end === "failed");
  return failed ? "the re-run failed although the skill stood in its prompt" : undefined;
}

function whyAfterSuccess(calls: readonly ToolStep[], { dismissed }: LearnResult): string | undefined {
  const untaught = new Set(
    dismissed.filter(({ rule }) => !settledRules.has(rule)).map(({ callId }) => callId),
  );
  return calls.some((step) => untaught.has(step.callId) && canTeach(step))
    ? "a call failed on the way to success, and no repair says why"
    : undefined;
}

/**
 * Why a model is asked about a run, in words for a person; `undefined` when it is not. Only a run whose tools said
 * something can teach: talk alone carries nothing (ME2), and neither do our own notes (ME1) or prompts. `learned` is
 * what the repair learner made of the run.
 */
export function whyReflect(trace: Trace, learned: LearnResult): string | undefined {
  const calls = toolSteps(trace);
  if (!calls.some(saidSomething)) return undefined;
  if (holdsOwnPrompt(trace.task)) return undefined;
  if (
    trace.steps.some((step) => step.kind === "text" && step.role !== "assistant" && holdsOwnPrompt(step.text))
  )
    return undefined;
  if (trace.rerunOf !== undefined) return whyAfterRerun(trace);
  const { outcome, source } = traceOutcome(trace.signals);
  if (outcome === "failure") return `the run failed by its ${source} signal`;
  if (outcome === "partial") return "the run's checks disagree";
  const isOpinion = source === "none" || source === "self" || source === "heuristic";
  if (outcome === "success" && !isOpinion) return whyAfterSuccess(calls, learned);
  if (calls.length < 2) return undefined;
  if (trace.end === "failed") return "the run ended with an exception and nothing says how it went";
  return calls.some((step) => canTeach(step) && !isLookingFailure(step))
    ? "a call failed and nothing says how the run went"
    : undefined;
}
