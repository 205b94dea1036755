import type { SkillStatus } from "../types/skill.ts";

const ranks: Readonly<Record<SkillStatus, number>> = {
  retired: -1,
  quarantined: 0,
  candidate: 1,
  active: 2,
  trusted: 3,
};

/** Place of a status in the order of trust; a retired skill stands below all that can be served. */
export function statusRank(status: SkillStatus): number {
  return ranks[status];
}

/** What users see of a status, 0 to 1. */
export function statusConfidence(status: SkillStatus): number {
  if (status === "trusted") return 0.95;
  if (status === "active") return 0.7;
  return status === "candidate" ? 0.3 : 0;
}
