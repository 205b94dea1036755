import type { ModelUsage } from "../ports/language-model.ts";

/** What a call that failed has used up all the same. */
export interface ModelSpend {
  readonly usage: ModelUsage;
  readonly calls: number;
  readonly model?: string | undefined;
}

// By name, so that two copies of the package understand each other.
const spent = Symbol.for("skillloop.model-spend");

/** The same error, which now tells what was spent before it. */
export function withSpend<T>(error: T, spend: ModelSpend): T {
  if (typeof error === "object" && error !== null && Object.isExtensible(error))
    Object.defineProperty(error, spent, { value: spend, configurable: true });
  return error;
}

/** What was spent before an error of a model; nothing where it does not tell. */
export function spendOf(error: unknown): ModelSpend | undefined {
  return typeof error === "object" && error !== null
    ? (error as { readonly [spent]?: ModelSpend })[spent]
    : undefined;
}

export function addUsage(one: ModelUsage, other: ModelUsage): ModelUsage {
  const cached = (one.cachedInputTokens ?? 0) + (other.cachedInputTokens ?? 0);
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    ...(cached > 0 && { cachedInputTokens: cached }),
  };
}
