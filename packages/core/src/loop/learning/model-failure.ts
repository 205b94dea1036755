import { SkillLoopError } from "../../errors.ts";
import { isOutage } from "../../queue/outage.ts";
import type { ModelPause } from "./model-learning.ts";

/**
 * What a failed stage means for its trace. `pause`: no model answers at present, and nothing of any trace is to blame.
 * `later`: somebody has yet to answer for this trace alone. `closing`: we were told to stop. `failed`: an attempt of this
 * trace is used up.
 */
export type StageFailure =
  | { readonly kind: "pause"; readonly pause: ModelPause }
  | { readonly kind: "later"; readonly detail: string }
  | { readonly kind: "closing" }
  | { readonly kind: "failed"; readonly error: unknown };

/** Throws on what is neither the model's nor the trace's: the batch is then handled as after any failure of the store. */
export function stageFailure(
  error: unknown,
  { signal, describe }: { readonly signal: AbortSignal; readonly describe: (error: unknown) => string },
): StageFailure {
  if (signal.aborted) return { kind: "closing" };
  if (SkillLoopError.isInstance(error)) {
    const { code } = error;
    if (code === "MODEL_UNAVAILABLE" || code === "MODEL_QUOTA")
      return { kind: "pause", pause: { code, detail: describe(error) } };
    if (code === "MODEL_ANSWER_PENDING") return { kind: "later", detail: describe(error) };
  }
  if (isOutage(error)) throw error;
  return { kind: "failed", error };
}
