import type { Claim, DroppedClaim, OutcomeJudgement, StoredClaim } from "./claim.ts";
import type { GateReport } from "./gate-report.ts";
import type { JobResult } from "./job.ts";
import type { SkillPatch } from "./patch.ts";
import type { ProcedureProposal } from "./procedure.ts";
import type { WrittenSkill } from "./written-skill.ts";

/**
 * The stages of learning with a model, in order; a job's `stage` names the last one whose result is stored. `evidence` and
 * `repairs` are those that need none.
 */
export type ModelStage = "evidence" | "repairs" | "reflect" | "write" | "review";

/**
 * What the stages so far left for the next, kept as the job's `stageResult` and cleared when the job ends. A stage
 * whose field is there is not run again: a restart repeats no call and decides nothing anew.
 */
export interface ModelProgress {
  /** Another form is thrown away, and the trace starts again. */
  readonly form: 2;
  /** What came of the repairs, where the trace goes on after them. */
  readonly repaired?: LessonFate;
  readonly outcome?: OutcomeJudgement;
  /** After `reflect`, as the model gave them: nobody has doubted them. */
  readonly claims?: readonly Claim[];
  readonly dropped?: readonly DroppedClaim[];
  readonly procedure?: ProcedureProposal;
  /** Lines that the run adds to procedures that it followed. */
  readonly fallbacks?: readonly SkillPatch[];
  /** After `write`: what came of each lesson so far. */
  readonly drafts?: readonly LessonDraft[];
  /** After `review`: one for each draft with a text, in their order. */
  readonly reviews?: readonly LessonReview[];
}

/** How a trace, or one of its lessons, ends. */
export interface LessonFate {
  readonly result: JobResult;
  readonly stage: string;
  readonly reason: string;
  readonly skills: readonly string[];
}

/** A lesson that went no further than to the writing stage, or one with a text that is to be reviewed. */
export type LessonDraft = EndedDraft | WrittenDraft;

export interface EndedDraft {
  readonly fate: LessonFate;
  /** The run's own claim as it is kept; absent where none is. */
  readonly claim?: StoredClaim;
}

export interface WrittenDraft {
  readonly written: WrittenSkill;
  /** The run's own claim; absent for a line that the run adds to a procedure. */
  readonly claim?: StoredClaim;
  /** What it was written from, the own claim among it. */
  readonly support: readonly StoredClaim[];
}

/** What a text was found to be before it is published. */
export interface LessonReview {
  /** Those that were doubted, as that left them. */
  readonly claims: readonly Claim[];
  readonly report: GateReport;
}
