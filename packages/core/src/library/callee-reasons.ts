import type { SkillHead, SkillStatus } from "../types/skill.ts";

/** A skill that another one builds on; without a status where it is gone. */
export interface CalleeState {
  readonly name: string;
  readonly status?: SkillStatus | undefined;
}

const BUILDS_ON = "builds on ";

/** Whether a skill of this status is given to nobody. */
export function isDown(status: SkillStatus | undefined): boolean {
  return status === undefined || status === "quarantined" || status === "retired";
}

/**
 * The reasons of a head with a word on each skill it builds on that is given to nobody, in place of what was said of
 * them before. The status stays: whether the rest is still good advice, its own evidence tells.
 */
export function withCalleeReasons(
  reasons: readonly string[],
  callees: readonly CalleeState[],
): readonly string[] {
  const own = reasons.filter((reason) => !reason.startsWith(BUILDS_ON));
  const down = callees
    .filter(({ status }) => isDown(status))
    .map(({ name, status }) => `${BUILDS_ON}${name}, which is ${status ?? "gone"}`);
  return [...own, ...down];
}

/** The skills that are given to somebody now and were not before, or the other way round. */
export function movedInOrOut(
  changes: readonly { readonly before: SkillHead; readonly after: SkillHead | undefined }[],
): readonly SkillHead[] {
  return changes
    .filter(({ before, after }) => isDown(before.status) !== isDown(after?.status))
    .map(({ before }) => before);
}
