import type { SkillHead } from "../types/skill.ts";

const RETIRED_BY = "retired by ";

/** The reason a person's retirement leaves on a head: it outlasts whatever the ledger says later. */
export function retirementReason(by: string, reason: string | undefined): string {
  return `${RETIRED_BY}${by}${reason === undefined || reason === "" ? "" : `: ${reason}`}`;
}

/** The words with which a person retired a skill; `undefined` when nobody did. */
export function personalRetirement(head: SkillHead): string | undefined {
  if (head.status !== "retired") return undefined;
  return head.reasons.find((reason) => reason.startsWith(RETIRED_BY));
}
