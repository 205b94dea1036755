import type { z } from "zod";
import type { Scope } from "../types/scope.ts";

/**
 * What a call is for. Each role may have a model of its own, and the ledger counts by role. `reflect` also judges how
 * a run went where no signal says so.
 */
export type ModelRole = "reflect" | "skeptic" | "synthesize" | "patch" | "judge" | "security" | "principles";

/** What a call is about: scope and trace for the ledger, all of it for request files. No text of a run. */
export interface ModelSubject {
  readonly scope: Scope;
  readonly traceId?: string;
  /** Name of the skill that is written or judged. */
  readonly skill?: string;
}

export interface GenerateRequest<T> {
  readonly role: ModelRole;
  readonly system: string;
  readonly prompt: string;
  /** The answer is validated against it before it is returned. */
  readonly schema: z.ZodType<T>;
  readonly subject?: ModelSubject;
  /** Most tokens to answer with. Default: the provider's own. */
  readonly maxOutputTokens?: number;
  /** When aborted, the call rejects at once, also where the server takes no notice. */
  readonly signal?: AbortSignal;
}

/** Tokens as the provider counted them, all calls that the answer took added up. */
export interface ModelUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Of the input, what the provider read from its cache. */
  readonly cachedInputTokens?: number;
}

export interface GenerateResult<T> {
  readonly value: T;
  readonly usage: ModelUsage;
  /** An answer that was cut off (`length`) is never a value: who learns from a model refuses it. */
  readonly finish: "stop" | "length" | "other";
  /** The model that answered. Default: `id` of the port. */
  readonly model?: string;
  /** Calls that the answer took, a repair included. Default 1. */
  readonly calls?: number;
}

/**
 * The one thing the pipeline asks of a model: a value of a given shape. It never makes an answer up. Rejects with a
 * `SkillLoopError`: `MODEL_UNAVAILABLE` when it cannot be reached, `MODEL_QUOTA` when a quota or a budget is used up,
 * `MODEL_ANSWER_PENDING` while somebody has yet to answer, `MODEL_ANSWER_INVALID` when what came is empty, cut off or of
 * another shape, also after one repair.
 */
export interface LanguageModel {
  readonly id: string;
  generate<T>(request: GenerateRequest<T>): Promise<GenerateResult<T>>;
  /** The id of the model that answers in a role, where roles differ. */
  idFor?(role: ModelRole): string;
}
