import type { WriteStage } from "../../ports/model-stages.ts";
import type { NearSkill } from "../../ports/skill-finder.ts";
import type { WrittenSkill } from "../../types/written-skill.ts";
import { lessonsOf } from "./support-facts.ts";

/** Runs that say what a skill says already: evidence for it, and no other text. */
export function supportFor(
  { support, rerun }: Parameters<WriteStage>[1],
  { head, served }: NearSkill,
): WrittenSkill {
  return {
    action: "support",
    lessons: lessonsOf(support, { key: head.lessonKey, content: served.content, holds: [] }),
    rerun,
    claimIds: support.map(({ id }) => id),
  };
}
