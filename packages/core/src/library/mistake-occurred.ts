import { repeatsMistake } from "../text/mistake-match.ts";
import type { Mistake } from "../types/skill.ts";
import type { Step } from "../types/trace.ts";

/** Whether a run made the learned mistake: the same kind of call failed in the same way. */
export function mistakeOccurred(steps: readonly Step[], mistake: Mistake): boolean {
  return steps.some((step) => step.kind === "tool" && repeatsMistake(mistake, step));
}
