import type { z } from "zod";

export type ModelRole = "outcome" | "reflect" | "skeptic" | "synthesize" | "judge" | "security";

export interface GenerateRequest<T> {
  readonly role: ModelRole;
  readonly system: string;
  readonly prompt: string;
  /** The answer is validated against it before it is returned. */
  readonly schema: z.ZodType<T>;
  readonly signal?: AbortSignal;
}

export interface GenerateResult<T> {
  readonly value: T;
  /** Tokens as the provider counted them. */
  readonly usage: { readonly inputTokens: number; readonly outputTokens: number };
  readonly finish: "stop" | "length" | "other";
}

/** The one thing the pipeline asks of a model: a value of a given shape. Rejects when it cannot give one. */
export interface LanguageModel {
  readonly id: string;
  generate<T>(request: GenerateRequest<T>): Promise<GenerateResult<T>>;
}
