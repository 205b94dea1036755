import type { Claim, Reflection, StoredClaim } from "../types/claim.ts";
import type { GateReport } from "../types/gate-report.ts";
import type { NoLesson } from "../types/lesson.ts";
import type { HoldReason } from "../types/lesson-kind.ts";
import type { BulletCounts } from "../types/patch.ts";
import type { Example, Mistake, RerunSpec, SkillContent, SkillVersion } from "../types/skill.ts";
import type { Trace } from "../types/trace.ts";
import type { WrittenSkill } from "../types/written-skill.ts";
import type { LanguageModel } from "./language-model.ts";
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

/** At most one call for all claims of a run, none when there is no claim. Never drops one: lowers or holds it. */
export type SkepticStage = (
  ports: ModelPorts,
  input: { readonly trace: Trace; readonly claims: readonly Claim[] },
) => Promise<readonly Claim[]>;

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

/** Shape and scan first; then at most two calls, one where judge and security are the same model. */
export type GateStage = (
  ports: Pick<ModelPorts, "model" | "signal">,
  input: {
    readonly content: SkillContent;
    readonly holds: readonly HoldReason[];
    readonly verified: boolean;
    /** What went wrong in the runs it is made of; absent for a procedure. */
    readonly failure?: string;
    readonly traceId: string;
    readonly scope: Trace["scope"];
  },
) => Promise<GateReport>;
