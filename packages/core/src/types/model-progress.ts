import type { Claim, DroppedClaim, OutcomeJudgement } from "./claim.ts";
import type { GateReport } from "./gate-report.ts";
import type { JobResult } from "./job.ts";
import type { SkillPatch } from "./patch.ts";
import type { ProcedureProposal } from "./procedure.ts";
import type { WrittenSkill } from "./written-skill.ts";

/**
 * The stages of learning with a model, in order; a job's `stage` names the last one whose result is stored. `evidence` and
 * `repairs` are those that need none.
 */
export type ModelStage = "evidence" | "repairs" | "reflect" | "skeptic" | "write" | "gate";

/**
 * What the stages so far left for the next, kept as the job's `stageResult` and cleared when the job ends. A stage
 * whose field is there is not run again: a restart repeats no call and decides nothing anew.
 */
export interface ModelProgress {
  /** Another form is thrown away, and the trace starts again. */
  readonly form: 1;
  /** What came of the repairs, where the trace goes on after them. */
  readonly repaired?: RepairedEnd;
  readonly outcome?: OutcomeJudgement;
  /** After `reflect` as the model gave them; after `skeptic` as they are to be used. */
  readonly claims?: readonly Claim[];
  readonly dropped?: readonly DroppedClaim[];
  readonly procedure?: ProcedureProposal;
  /** Lines that the run adds to procedures that it followed. */
  readonly fallbacks?: readonly SkillPatch[];
  /** After `write`: one a lesson; a claim that waits has none. */
  readonly written?: readonly WrittenSkill[];
  /** After `gate`: one for each of `written`. */
  readonly reports?: readonly GateReport[];
}

/** As a trace that ends after its repairs would end. */
export interface RepairedEnd {
  readonly result: JobResult;
  readonly stage: string;
  readonly reason: string;
  readonly skills: readonly string[];
}
