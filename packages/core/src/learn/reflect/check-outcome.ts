import { redactText } from "../../guard/redact.ts";
import { traceOutcome } from "../../text/trace-outcome.ts";
import type { OutcomeJudgement } from "../../types/claim.ts";
import type { Trace } from "../../types/trace.ts";
import { citedStep, isAnswered } from "./cited-steps.ts";
import { holdsOwnPrompt } from "./own-words.ts";
import type { OutcomeAnswer } from "./reflect-answer.ts";
import { isOnlyAsserted } from "./user-assertion.ts";

/** Whether nobody but the agent itself, or a guess of ours, says how the run went. */
export function needsOutcome(trace: Trace): boolean {
  const { source } = traceOutcome(trace.signals);
  return source === "none" || source === "self" || source === "heuristic";
}

/**
 * What a model says of how a run went, as far as something the run gave back bears it out; `unknown` without that. What
 * the agent said, into a tool or out of one, proves no success.
 */
export function checkOutcome({ outcome, reason, quotes }: OutcomeAnswer, trace: Trace): OutcomeJudgement {
  const found = quotes.flatMap(({ callId, text }) => {
    const step = citedStep(trace, callId);
    if (step === undefined || !isAnswered(text, step)) return [];
    if (holdsOwnPrompt(text) || isOnlyAsserted(text, step, trace)) return [];
    if (outcome === "success" && step.outcome !== "ok") return [];
    return [{ callId: step.callId, text: redactText(text).text }];
  });
  return {
    outcome: found.length === 0 ? "unknown" : outcome,
    reason: redactText(reason).text,
    quotes: found,
  };
}
