import { errorSignature } from "../../text/error-signature/error-signature.ts";
import { callSkeleton } from "../../text/shell/command-skeleton.ts";
import type { ExampleCall } from "../../types/skill.ts";
import type { Trace } from "../../types/trace.ts";
import { failureText, isFailure, isLookingFailure, isModelFailure, isTransient } from "../failure-kind.ts";
import { attemptsOf } from "../find-repairs.ts";
import { countingCalls } from "../procedure/counting-calls.ts";
import type { Attempt } from "../repair.ts";

/** What takes more calls than this is another procedure. */
const mostCalls = 3;

export interface AnotherWay {
  readonly failed: Attempt;
  /** What was done instead, in order. */
  readonly instead: readonly Attempt[];
  /** Whether the call that failed was made again after that, and went well. */
  readonly resumed: boolean;
  /** Whether the run did nothing that counts beside the procedure and this. */
  readonly nothingElse: boolean;
}

/**
 * The first call of a procedure that failed in a run for good reason, and what the run did until it was in the procedure
 * again. `calls` are those of the procedure's example.
 */
export function anotherWay(
  trace: Trace,
  calls: readonly ExampleCall[],
  counting: readonly Attempt[] = countingCalls(trace),
): AnotherWay | undefined {
  const own = new Set(calls.map(({ tool, skeleton }) => `${tool} ${skeleton}`));
  const formOf = ({ step }: Attempt): string => `${step.tool} ${callSkeleton(step.tool, step.input)}`;
  const failures = attemptsOf(trace).filter((attempt) => own.has(formOf(attempt)) && isTelling(attempt));
  for (const failed of failures) {
    // What was issued together with it was not done because of it.
    const later = counting.filter(({ at, step }) => at > failed.at && step.turn > failed.step.turn);
    const back = later.findIndex((attempt) => own.has(formOf(attempt)));
    const instead = back < 0 ? later : later.slice(0, back);
    if (instead.length === 0 || instead.length > mostCalls) continue;
    const next = later[back];
    return {
      failed,
      instead,
      resumed: next !== undefined && formOf(next) === formOf(failed),
      nothingElse: counting.every((attempt) => own.has(formOf(attempt)) || instead.includes(attempt)),
    };
  }
  return undefined;
}

function isTelling({ step }: Attempt): boolean {
  if (!isFailure(step) || isLookingFailure(step)) return false;
  const text = failureText(step);
  return !isTransient(text) && !isModelFailure(text) && !errorSignature(text).generic;
}
