import type { JsonObject, JsonValue } from "./json.ts";
import type { HoldReason, LessonKind } from "./lesson-kind.ts";
import type { Environment, Scope } from "./scope.ts";

/** In rank order from least to most trusted, with `retired` outside the order. */
export type SkillStatus = "quarantined" | "candidate" | "active" | "trusted" | "retired";

export type SectionName = "preconditions" | "procedure" | "verification" | "failure-modes" | "scope";

/** One line of a playbook. The id is stable over versions, so feedback stays with the line. */
export interface Bullet {
  readonly id: string;
  readonly section: SectionName;
  readonly text: string;
}

/** The call that worked, with instance values as `<placeholders>`. */
export interface Example {
  readonly tool: string;
  /** Calls in order; most repairs have one. Placeholders stand inside strings. */
  readonly calls: readonly ExampleCall[];
  /** What each placeholder stands for, by name without the angle brackets. */
  readonly placeholders: Readonly<Record<string, string>>;
}

export interface ExampleCall {
  readonly tool: string;
  readonly input: JsonValue;
  /** Tool plus command skeleton, for matching later calls against the example. */
  readonly skeleton: string;
}

/** What the skill is for, as facts to compare with a task. */
export interface TaskSignature {
  readonly intent: string;
  readonly object: string;
  readonly environment: string;
  readonly constraints: readonly string[];
  readonly notes: string;
}

/** Everything recall looks at, made when the skill is written. */
export interface SkillKeys {
  readonly appliesWhen: readonly string[];
  /** Error text as recorded, redacted and cut to what says what went wrong. */
  readonly symptoms: readonly string[];
  /** Normalised signatures of those errors (`text/error-signature.ts`). */
  readonly signatures: readonly string[];
  /** Trigger queries in user wording. */
  readonly queries: readonly string[];
  readonly notFor: readonly string[];
}

/** One versioned playbook without its bookkeeping. Equal content has an equal hash. */
export interface SkillContent {
  /** agentskills.io name, equal to the folder: 1-64 characters of `a-z0-9-`. */
  readonly name: string;
  /** 1-1024 characters. */
  readonly description: string;
  readonly kind: LessonKind;
  readonly bullets: readonly Bullet[];
  readonly keys: SkillKeys;
  readonly signature: TaskSignature;
  readonly example?: Example;
  /** Skeleton of the call that failed: what a re-run must not do again. */
  readonly mistake?: Mistake;
  /** Names of skills this one builds on. */
  readonly uses: readonly string[];
}

export interface Mistake {
  readonly tool: string;
  readonly skeleton: string;
  readonly signature: string;
}

export interface SkillOrigin {
  readonly kind: "learned" | "imported" | "rollback" | "patched";
  /** Who asked for it, when a person did. */
  readonly by?: string;
  /** The version this one was made from. */
  readonly parent?: number;
}

/** Immutable once written. Evidence belongs to a version. */
export interface SkillVersion {
  readonly skillId: string;
  readonly scope: Scope;
  readonly version: number;
  readonly content: SkillContent;
  /** SHA-256 of the canonical content, hex. */
  readonly hash: string;
  readonly origin: SkillOrigin;
  readonly environment: Environment;
  readonly holds: readonly HoldReason[];
  /** True when the trace it was learned from passed an independent check. */
  readonly verified: boolean;
  /** Milliseconds since the epoch after which it is not served without new evidence; transient lessons only. */
  readonly expiresAt?: number;
  /** What a pending re-run needs. */
  readonly rerun?: RerunSpec;
  readonly createdAt: number;
}

export interface RerunSpec {
  readonly task: string;
  readonly environment: Environment;
  /** Name of the check that passed in the run it was learned from. */
  readonly check?: string;
  readonly context: JsonObject;
  /** The trace that the task is from, which it must not outlive. Absent when a person gave it. */
  readonly traceId?: string;
}

/**
 * The row that says which version is served. `rev` is the compare-and-set token; `version` and `status`
 * are those of the version now served, `trial` those of a newer one that has yet to earn its place.
 */
export interface SkillHead {
  readonly id: string;
  readonly scope: Scope;
  readonly name: string;
  readonly lessonKey: string;
  readonly version: number;
  readonly status: SkillStatus;
  readonly trial?: { readonly version: number; readonly status: SkillStatus };
  readonly latest: number;
  readonly reasons: readonly string[];
  readonly rev: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A head with the content it serves: what recall indexes and `skills.list` shows. */
export interface Skill extends SkillHead {
  readonly served: SkillVersion;
}
