import type { HoldReason, LessonKind } from "./lesson-kind.ts";
import type { Environment, Scope } from "./scope.ts";
import type { SkillContent } from "./skill.ts";

/** Words taken from the trace that carry the lesson. Code checks that they occur there. */
export interface Quote {
  readonly callId: string;
  readonly text: string;
}

/**
 * One claim drawn from one trace, already in the shape of the skill it would become. `key` is equal for
 * two occurrences of the same lesson in one scope, so that the second one adds evidence to the first.
 */
export interface Lesson {
  readonly kind: LessonKind;
  readonly key: string;
  readonly scope: Scope;
  readonly traceId: string;
  readonly runId?: string;
  /** Position of the lesson in its trace, for identity and order. */
  readonly index: number;
  readonly task: string;
  readonly environment: Environment;
  readonly content: SkillContent;
  readonly quotes: readonly Quote[];
  /** True when the run passed an independent check. Without one the skill serves error time only. */
  readonly verified: boolean;
  readonly holds: readonly HoldReason[];
  /** Network, rate limits and the like: no rule before distinct runs repeat it, and never without an expiry. */
  readonly transient: boolean;
}

/** What the learner says of a failed call that taught nothing. */
export interface NoLesson {
  readonly callId: string;
  readonly rule: string;
  readonly detail: string;
}

export interface LearnResult {
  readonly lessons: readonly Lesson[];
  readonly dismissed: readonly NoLesson[];
}
