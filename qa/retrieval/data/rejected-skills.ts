import { scanSkill } from "../../../packages/core/src/guard/scan.ts";
import { skillContent } from "../home/skill-row.ts";
import type { LibrarySkill } from "./formats.ts";

/** Skills whose text the content scan rejects: recall scans what it is about to give, so they never come. */
export function rejectedSkills(skills: readonly LibrarySkill[]): readonly string[] {
  return skills
    .filter((skill) => scanSkill(skillContent(skill)).decision === "reject")
    .map(({ name }) => name);
}
