import type { Lesson } from "./lesson.ts";
import type { SkillPatch } from "./patch.ts";
import type { RerunSpec } from "./skill.ts";

interface WrittenLesson {
  /**
   * In the shape the library takes: one for each run that it is made of, oldest first, all of the same content and of the
   * key of the skill they go to.
   */
  readonly lessons: readonly Lesson[];
  readonly rerun: RerunSpec;
  /** The stored claims that it uses up. */
  readonly claimIds: readonly string[];
}

/**
 * What the writing stage decided for a lesson. `create`: the content is that of a new skill. `patch`: it is the patched
 * content of `patch.skillId`. `support`: it is the content of a skill that already says so, which gains evidence only.
 */
export type WrittenSkill =
  | ({ readonly action: "create" } & WrittenLesson)
  | ({ readonly action: "patch"; readonly patch: SkillPatch } & WrittenLesson)
  | ({ readonly action: "support" } & WrittenLesson);
