import { SkillLoopError } from "../errors.ts";
import { intake } from "../trace/intake.ts";
import type { Receipt } from "../types/loop.ts";
import type { Scope } from "../types/scope.ts";
import { asSkillLoopError } from "./describe-error.ts";
import type { LoopCore } from "./loop-core.ts";
import { traceJob } from "./trace-job.ts";

/**
 * Stores many runs in one commit. A run that is refused is an error in its place; the others are stored.
 * Throws `INVALID_TRACE` when it is given no list.
 */
export async function learnInputs(
  { store, clock, settings }: LoopCore,
  scope: Scope,
  inputs: readonly unknown[],
): Promise<{ readonly receipts: readonly (Receipt | SkillLoopError)[]; readonly added: number }> {
  if (!Array.isArray(inputs)) {
    throw new SkillLoopError({
      code: "INVALID_TRACE",
      message: "learnMany was not given a list of runs.",
      remedy: "Pass an array; learn takes a single run.",
    });
  }
  const facts = { scope, now: clock.now(), environment: settings.environment };
  const taken = inputs.map((input) => {
    try {
      return intake(input, facts);
    } catch (error) {
      return asSkillLoopError(error);
    }
  });
  const entries = taken.flatMap((one) =>
    SkillLoopError.isInstance(one) ? [] : [{ trace: one.trace, job: traceJob(one.trace, facts.now) }],
  );
  const added = entries.length === 0 ? new Set<string>() : await store.addTraces(entries);
  const receipts = taken.map((one) => {
    if (SkillLoopError.isInstance(one)) return one;
    const { trace, redactions, truncated, stepsDropped } = one;
    return { traceId: trace.id, added: added.has(trace.id), redactions, truncated, stepsDropped };
  });
  return { receipts, added: added.size };
}
