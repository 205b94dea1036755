import type { EvidenceRequest } from "../../library/run-evidence.ts";
import type { PublishedLesson } from "../../library/run-publish.ts";
import type { LibraryTools } from "../../library/run-tools.ts";
import type { LanguageModel } from "../../ports/language-model.ts";
import type {
  CorroborateStage,
  ModelPorts,
  ReflectStage,
  ReviewStage,
  WriteStage,
} from "../../ports/model-stages.ts";
import type { SkillFinder } from "../../ports/skill-finder.ts";
import type { StoredClaim } from "../../types/claim.ts";
import type { GateReport } from "../../types/gate-report.ts";
import type { LearnResult } from "../../types/lesson.ts";
import type { BulletCounts, PatchOperation, SkillPatch } from "../../types/patch.ts";
import type { ProcedureProposal } from "../../types/procedure.ts";
import type { Scope } from "../../types/scope.ts";
import type { Example, SkillContent, SkillVersion } from "../../types/skill.ts";
import type { Trace } from "../../types/trace.ts";
import type { Verdict } from "../../types/verdict.ts";
import type { WrittenSkill } from "../../types/written-skill.ts";
import type { LibraryGroup } from "./library-group.ts";

export type WrittenPatch = Extract<WrittenSkill, { readonly action: "patch" }>;

/** Every stage of the model side. All of them or none: a lesson that skips one must not reach the library. */
export interface ModelStages {
  /** What a run says of single lines of the skills used in it. */
  readonly lineOutcomes: NonNullable<EvidenceRequest["lineOutcomes"]>;
  /** Why a model is asked about a run; `undefined` when it is not. */
  readonly whyReflect: (trace: Trace, learned: LearnResult) => string | undefined;
  readonly reflect: ReflectStage;
  /** What a verified run did, as a procedure, or why it makes none. No call of a model. */
  readonly proposeProcedure: (
    trace: Trace,
    uses: readonly { readonly name: string; readonly example?: Example }[],
  ) => ProcedureProposal | { readonly rule: string; readonly detail: string };
  readonly corroborate: CorroborateStage;
  /** The key of a lesson that these claims found, oldest first: by it the library knows the lesson again. */
  readonly lessonKeyOf: (support: readonly StoredClaim[]) => string;
  readonly abstractSteps: (
    trace: Trace,
    callIds: readonly string[],
  ) => { readonly example: Example; readonly unbound: boolean };
  readonly write: WriteStage;
  readonly review: ReviewStage;
  /** For a new repair skill, which no model wrote and no judge has seen. */
  readonly judgeSecurity: (
    ports: Pick<ModelPorts, "model" | "signal">,
    input: { readonly content: SkillContent; readonly traceId: string; readonly scope: Scope },
  ) => Promise<Verdict>;
  readonly publishPatch: (
    tools: LibraryTools & { readonly now: number },
    input: { readonly written: WrittenPatch; readonly report: GateReport },
  ) => Promise<PublishedLesson>;
  /** A line that a run adds to a procedure which it followed and which failed it. No call of a model. */
  readonly proposeFallback: (trace: Trace, used: SkillVersion) => SkillPatch | undefined;
  /** How often a scope's claims in skills have become a few more, and those that counted when they last did. */
  readonly principleRound: (input: { readonly used: readonly StoredClaim[]; readonly scope: Scope }) => {
    readonly round: number;
    readonly claims: readonly StoredClaim[];
  };
  /** At most one call. */
  readonly proposePrinciples: (
    ports: Pick<ModelPorts, "model" | "signal">,
    input: {
      readonly scope: Scope;
      readonly traceId: string;
      readonly used: readonly StoredClaim[];
      readonly existing: readonly SkillVersion[];
    },
  ) => Promise<readonly WrittenSkill[]>;
  readonly applyPatch: (
    content: SkillContent,
    patch: SkillPatch,
    counts: readonly BulletCounts[],
  ) => { readonly content: SkillContent; readonly applied: readonly PatchOperation[] };
}

/** What learning with a model needs beside what the pipeline has. */
export interface ModelLearning {
  readonly model: LanguageModel;
  readonly finder: SkillFinder;
  /** Traces that a model is asked about at the same time. */
  readonly concurrency: number;
  readonly stages: ModelStages;
  /** For all batches of a loop, one after the other. Default: one of the batch's own. */
  readonly group?: LibraryGroup;
  /** Whether principles are drawn from many lessons. Default: not. */
  readonly principles?: boolean;
  /** Resolves when what was spent on the model is written down. Never rejects. */
  readonly settled?: (() => Promise<void>) | undefined;
  /** Milliseconds for which results gather before they are stored, while nobody waits for them. Default 200. */
  readonly gatherMs?: number;
}

/** Why nothing more is asked of a model at present. */
export interface ModelPause {
  readonly code: "MODEL_UNAVAILABLE" | "MODEL_QUOTA";
  /** For a person; holds no secret. */
  readonly detail: string;
}
