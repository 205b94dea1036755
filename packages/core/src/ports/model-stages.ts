import type { z } from "zod";
import type { Claim, Reflection, StoredClaim } from "../types/claim.ts";
import type { NoLesson } from "../types/lesson.ts";
import type { HoldReason } from "../types/lesson-kind.ts";
import type { LessonReview } from "../types/model-progress.ts";
import type { BulletCounts } from "../types/patch.ts";
import type { Example, Mistake, RerunSpec, SkillContent, SkillVersion } from "../types/skill.ts";
import type { Trace } from "../types/trace.ts";
import type { WrittenSkill } from "../types/written-skill.ts";
import type { LanguageModel, ModelRole } from "./language-model.ts";
import type { NearSkill, SkillFinder } from "./skill-finder.ts";

/**
 * The stages as the pipeline calls them. Each is a function of its input and of what the model and the library answer:
 * it reads no clock and writes nothing, and what it gives back survives JSON. A model that cannot be reached rejects
 * through it; an answer that is no use is the stage's own to settle.
 */
export interface ModelPorts {
  readonly model: LanguageModel;
  readonly finder: SkillFinder;
  readonly signal?: AbortSignal | undefined;
}

/** One call. `untaught`: the failed calls that the repair learner has no lesson for. */
export type ReflectStage = (
  ports: ModelPorts,
  input: {
    readonly trace: Trace;
    readonly untaught: readonly NoLesson[];
    /** Versions that the run was really shown. */
    readonly shown: readonly SkillVersion[];
  },
) => Promise<Reflection>;

/** What one run teaches, together with what waits in its own scope and no other. No call of a model. */
export type CorroborateStage = (
  ports: Pick<ModelPorts, "finder">,
  input: { readonly own: StoredClaim; readonly waiting: readonly StoredClaim[] },
) => Promise<Corroboration>;

export type Corroboration =
  /** Distinct runs, oldest first, the own one among them; the id of the first one names the lesson's key. */
  | { readonly decision: "go"; readonly support: readonly StoredClaim[]; readonly reason: string }
  | { readonly decision: "wait" | "hold"; readonly reason: string };

/** One call of `synthesize` or `patch`; none where a skill already says it, or nothing may be written. */
export type WriteStage = (
  ports: ModelPorts,
  input: {
    /** As `CorroborateStage` gave it, all of one kind. */
    readonly support: readonly StoredClaim[];
    /** The call that worked, abstracted, where a claim names one. It is kept as it is. */
    readonly example?: Example | undefined;
    /** The call that failed, where a claim cites one: what a re-run must not do again. */
    readonly mistake?: Mistake | undefined;
    readonly rerun: RerunSpec;
    readonly near: readonly NearSkill[];
    /** Of the lines of the skills in `near`. */
    readonly counts: readonly BulletCounts[];
  },
) => Promise<WrittenSkill | { readonly action: "none"; readonly reason: string }>;

/**
 * What is asked about a text before it is published: whether the runs bear out the claims that it was written from, and whether
 * judges let it pass. One call where one model answers in all of these roles. What code rejects is asked nothing about, and of
 * what code holds only the claims are doubted.
 */
export type ReviewStage = (
  ports: Pick<ModelPorts, "model" | "signal">,
  input: {
    readonly content: SkillContent;
    readonly holds: readonly HoldReason[];
    readonly verified: boolean;
    /** What went wrong in the runs it is made of; absent for a procedure. */
    readonly failure?: string;
    readonly traceId: string;
    readonly scope: Trace["scope"];
    /** Those that nobody has doubted yet. */
    readonly doubts: readonly Doubt[];
    /** Whether the text is still wanted when its claims are as sure as this; otherwise no other model is shown it. */
    readonly isCarried: (claims: readonly Claim[]) => boolean;
  },
) => Promise<LessonReview>;

/** A claim that is to be doubted, and the run that it speaks of. */
export interface Doubt {
  readonly claim: Claim;
  readonly trace: Trace;
}

/**
 * One thing to be asked of a model. Questions that go to the same model go in one call, whose answer has a field for each,
 * named by its role.
 */
export interface Question<Answer> {
  readonly role: ModelRole;
  /** Without the rule on data, which stands once in a call. */
  readonly instructions: string;
  /** What it is about, recorded texts as `promptData`; what several questions are about is shown once. */
  readonly data: readonly string[];
  /** The last sentence of the call. */
  readonly ask: string;
  /** Nothing in it may be left out. */
  readonly schema: z.ZodType<Answer>;
}
