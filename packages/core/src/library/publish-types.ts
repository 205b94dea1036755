import type { Evidence } from "../types/evidence.ts";
import type { Lesson } from "../types/lesson.ts";
import type { HoldReason } from "../types/lesson-kind.ts";
import type { RerunSpec, SkillContent, SkillHead, SkillVersion } from "../types/skill.ts";
import type { Verdict } from "../types/verdict.ts";

/** A lesson on its way into the library, with what the gate said of it. */
export interface PublishEntry {
  readonly lesson: Lesson;
  readonly verdict: Verdict;
  /** What a re-run needs (`rerunSpecOf(trace)`). Default: the lesson's task and environment, with no check. */
  readonly rerun?: RerunSpec | undefined;
}

/**
 * `created`: a new skill. `generalised`: a new version of a known one. `supported`: evidence for a known one.
 * `held`: quarantined until a person, or a second run, decides. `rejected`: nothing was stored.
 */
export type PublishOutcome = "created" | "generalised" | "supported" | "held" | "rejected";

export interface PublishedLesson {
  readonly lesson: Lesson;
  readonly outcome: PublishOutcome;
  readonly reason: string;
  /** Absent when nothing was stored. */
  readonly skillName?: string;
  readonly skillId?: string;
  readonly version?: number;
}

/** What the library stage needs of other stages to decide about a lesson. */
export interface PublishRules {
  /** The more general content of two occurrences of a lesson; equal content when the new one adds nothing. */
  readonly mergeLesson: (existing: SkillContent, lesson: Lesson) => SkillContent;
  /** The gate, for a merged text: it is new, so it is looked at again. */
  readonly gate: (input: {
    readonly content: SkillContent;
    readonly holds: readonly HoldReason[];
    readonly verified: boolean;
  }) => Verdict;
  /** Of the skills that a new one is to use, those that it may under the name it gets. Default: all. */
  readonly allowedUses?: ((name: string, uses: readonly string[]) => readonly string[]) | undefined;
}

/** A skill as stored, with what deciding needs. */
export interface KnownSkill {
  readonly head: SkillHead;
  readonly served: SkillVersion;
  /** Every version, where more than the served one matters; else that one alone. */
  readonly versions: readonly SkillVersion[];
  readonly evidence: readonly Evidence[];
}

/** A skill as it will be after the batch. */
export interface SkillDraft {
  readonly head: SkillHead;
  readonly served: SkillVersion;
  readonly versions: readonly SkillVersion[];
  readonly evidence: readonly Evidence[];
  /** What this batch adds. */
  readonly newVersions: readonly SkillVersion[];
  readonly newEvidence: readonly Evidence[];
  /** The head as stored; absent for a new skill. The very same object as `head` while nothing changed. */
  readonly before?: SkillHead;
}
