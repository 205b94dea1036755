import { failureText, isFailure } from "../../learn/failure-kind.ts";
import { errorSignature } from "../../text/error-signature/error-signature.ts";
import { callSkeleton } from "../../text/shell/command-skeleton.ts";
import type { StoredClaim } from "../../types/claim.ts";
import type { Mistake } from "../../types/skill.ts";
import type { Trace } from "../../types/trace.ts";

/** The call of a run that failed as its claim says: what a re-run must not do again. Only where its error identifies itself. */
export function mistakeOf(trace: Trace, support: readonly StoredClaim[]): Mistake | undefined {
  for (const { traceId, taught } of support) {
    if (traceId !== trace.id || taught.kind !== "root-cause") continue;
    const { quotes, signatures } = taught.claim;
    for (const { callId } of quotes) {
      const step = trace.steps.find((one) => one.kind === "tool" && one.callId === callId);
      if (step?.kind !== "tool" || !isFailure(step)) continue;
      const signature = errorSignature(failureText(step)).text;
      if (!signatures.includes(signature)) continue;
      return { tool: step.tool, skeleton: callSkeleton(step.tool, step.input), signature };
    }
  }
  return undefined;
}
