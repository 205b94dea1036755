import type { Quote } from "./lesson.ts";
import type { HoldReason } from "./lesson-kind.ts";
import type { ProcedureProposal } from "./procedure.ts";
import type { Environment, Scope } from "./scope.ts";
import type { Outcome } from "./signal.ts";

/** What a model says of how a run went. Asked for only where no signal says it; never evidence, never `verified`. */
export interface OutcomeJudgement {
  readonly outcome: Outcome;
  readonly reason: string;
  /** Those that occur in the trace. Without one the outcome is `unknown`. */
  readonly quotes: readonly Quote[];
}

/** A skill that stood in the prompt of the run and had a part in what went wrong. Code checks that it was shown. */
export interface Blame {
  readonly skillId: string;
  readonly version: number;
  readonly what: "wrong" | "incomplete" | "misapplied";
  /** The lines that misled, where the model named any that the version has. */
  readonly bulletIds: readonly string[];
}

/**
 * What a model draws from one run, checked by code: the decision that went wrong and what to do instead. No skill
 * yet, since one run may be a chance. Equal runs need not give equal words: claims meet by `signatures` and by meaning.
 */
export interface Claim {
  /** `traceId#index`: repeating the stage repeats the id. */
  readonly id: string;
  readonly scope: Scope;
  readonly traceId: string;
  readonly runId?: string;
  readonly task: string;
  readonly environment: Environment;
  /** The decision or the assumption, not the error it led to. */
  readonly decision: string;
  /** Why that led to the outcome. */
  readonly cause: string;
  /** What to do instead, in one sentence that names no value of this run. */
  readonly rule: string;
  /** What a run could have looked at to know that it went well. */
  readonly check: string;
  /** When it applies, in a user's words. */
  readonly triggers: readonly string[];
  /** What the run shows to be wrong without showing what is right: to be found out, never guessed. */
  readonly unknowns: readonly string[];
  /** All occur in the steps that they name. */
  readonly quotes: readonly Quote[];
  /** Of the cited failures, those that identify an error; `text`s of `errorSignature`. */
  readonly signatures: readonly string[];
  /** Tools of the cited steps. */
  readonly tools: readonly string[];
  /** The call of this run that did what the rule says and went well. */
  readonly workingCallId?: string;
  /** Skeletons of the cited calls that failed; with the next one, how claims meet where no error tells itself apart. */
  readonly failedSkeletons?: readonly string[];
  /** Skeleton of the working call. */
  readonly workingSkeleton?: string;
  readonly blame?: Blame;
  /** 0 to 1, as the model said and as code and skeptic then lowered it; nothing raises it. */
  readonly confidence: number;
  /** A second look was had at it, and its confidence is what that left. */
  readonly doubted?: true;
  /** The run passed an independent check. */
  readonly verified: boolean;
  readonly transient: boolean;
  readonly holds: readonly HoldReason[];
}

/** What a second look at a claim says. Only `direct`, with a quote that occurs, leaves the confidence as it was. */
export interface SkepticVerdict {
  readonly claimId: string;
  readonly support: "direct" | "partial" | "none";
  readonly quotes: readonly Quote[];
  readonly reason: string;
}

/** Something a model said that code did not let pass. */
export interface DroppedClaim {
  readonly rule: string;
  readonly detail: string;
}

export interface Reflection {
  readonly outcome?: OutcomeJudgement;
  /** In the order in which the model gave them, at most two. */
  readonly claims: readonly Claim[];
  readonly dropped: readonly DroppedClaim[];
}

export interface ClaimDoubt {
  /** Of the claim. */
  readonly id: string;
  readonly confidence: number;
}

/**
 * What one run teaches until it is, or is not, a skill. `waiting`: for another run. `held`: its claim has holds, so that it
 * neither becomes a skill nor supports one. `used`: it is in a skill.
 */
export interface StoredClaim {
  /** The claim's id, or `traceId#procedure`. */
  readonly id: string;
  readonly scope: Scope;
  readonly traceId: string;
  readonly runId?: string;
  readonly taught:
    | { readonly kind: "root-cause"; readonly claim: Claim }
    | { readonly kind: "procedure"; readonly proposal: ProcedureProposal };
  /** Who the run was for, where its scope does not say so and its host did: one source alone must not be many. */
  readonly principal?: string;
  readonly state: "waiting" | "held" | "used";
  readonly skillId?: string;
  /** What the look at this claim said of those of other runs that say the same: so sure they are since. */
  readonly doubts?: readonly ClaimDoubt[];
  /** Milliseconds since the epoch, when its run was recorded: support goes in this order, not in that of processing. */
  readonly at: number;
}
