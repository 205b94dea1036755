import { type ErrorSignature, errorSignature } from "../text/error-signature/error-signature.ts";
import { type Purpose, purposeOf, samePurpose } from "../text/shell/call-purpose.ts";
import { callSkeleton } from "../text/shell/command-skeleton.ts";
import type { NoLesson } from "../types/lesson.ts";
import type { Trace } from "../types/trace.ts";
import { failureText, isFailure, isLookingFailure, isModelFailure } from "./failure-kind.ts";
import { type Attempt, type Dismissal, dismiss, isDismissal, type Repair } from "./repair.ts";

interface Read extends Attempt {
  readonly purpose: Purpose;
  /** Of a failed call; a working one has none. */
  readonly signature: ErrorSignature | undefined;
  readonly skeleton: string;
}

export interface FoundRepairs {
  readonly repairs: readonly Repair[];
  readonly dismissed: readonly NoLesson[];
}

/** The tool calls of a trace, in order. */
export function attemptsOf(trace: Trace): readonly Attempt[] {
  return trace.steps.flatMap((step, at) => (step.kind === "tool" ? [{ step, at }] : []));
}

/**
 * Whether the error was there again after the repair: the working call failed with it later, or a later
 * call failed with it and nothing for that purpose worked any more. Making the same mistake once more, on
 * something else, and repairing it once more is a second occurrence and no return.
 */
function cameBack(fixed: Read, failed: Read, later: readonly Read[]): boolean {
  const sameCall = failed.skeleton === fixed.skeleton;
  return later.some((attempt, index) => {
    if (attempt.signature === undefined || attempt.step.tool !== failed.step.tool) return false;
    if (attempt.signature.text !== failed.signature?.text) return false;
    if (attempt.skeleton === fixed.skeleton && !sameCall) return true;
    return !later
      .slice(index + 1)
      .some(({ step, purpose }) => step.outcome === "ok" && samePurpose(attempt.purpose, purpose));
  });
}

/** The repair of one failed call, or why there is none. */
function repairOf(failed: Read, attempts: readonly Read[]): Repair | Dismissal {
  const text = failureText(failed.step);
  if (isModelFailure(text)) {
    return {
      rule: "model-failure",
      detail: "The provider could not read the model's call; no tool is at fault.",
    };
  }
  if (isLookingFailure(failed.step)) {
    return { rule: "looking-only", detail: "A call that only looks found nothing; that is an answer." };
  }
  const later = attempts.filter(({ at, purpose }) => at > failed.at && samePurpose(failed.purpose, purpose));
  const worked = later.filter(({ step }) => step.outcome === "ok");
  const fixed = worked.find(({ step }) => step.turn > failed.step.turn);
  if (fixed === undefined) {
    return worked.length > 0
      ? {
          rule: "parallel",
          detail: "The call that worked was issued in the same turn, before the error was seen.",
        }
      : { rule: "no-repair", detail: "No later call for the same purpose worked." };
  }
  const after = attempts.filter(({ at }) => at > fixed.at);
  if (cameBack(fixed, failed, after)) {
    return { rule: "came-back", detail: "The same error occurred again after the repair." };
  }
  const repeats = later.filter(
    ({ at, signature }) =>
      at < fixed.at && signature !== undefined && signature.text === failed.signature?.text,
  );
  const between = attempts.filter(
    ({ at, step }) =>
      at > failed.at &&
      at < fixed.at &&
      step.outcome === "ok" &&
      step.turn > failed.step.turn &&
      step.turn < fixed.step.turn,
  );
  return { failed, repeats, fixed, between, signature: failed.signature ?? errorSignature(text) };
}

/** Pairs each failed call with the next call for the same purpose that worked and was issued knowing of it. */
export function findRepairs(trace: Trace): FoundRepairs {
  if (!trace.steps.some((step) => step.kind === "tool" && isFailure(step)))
    return { repairs: [], dismissed: [] };
  const attempts: readonly Read[] = attemptsOf(trace).map((attempt) => ({
    ...attempt,
    purpose: purposeOf(attempt.step.tool, attempt.step.input),
    signature: isFailure(attempt.step) ? errorSignature(failureText(attempt.step)) : undefined,
    skeleton: callSkeleton(attempt.step.tool, attempt.step.input),
  }));
  const repairs: Repair[] = [];
  const dismissed: NoLesson[] = [];
  const repeated = new Set<number>();
  for (const failed of attempts) {
    if (!isFailure(failed.step) || repeated.has(failed.at)) continue;
    const found = repairOf(failed, attempts);
    if (isDismissal(found)) {
      dismissed.push(dismiss(failed, found));
      continue;
    }
    repairs.push(found);
    for (const repeat of found.repeats) {
      repeated.add(repeat.at);
      const detail = `Failed like ${failed.step.callId} before the repair.`;
      dismissed.push(dismiss(repeat, { rule: "same-failure-again", detail }));
    }
  }
  return { repairs, dismissed };
}
