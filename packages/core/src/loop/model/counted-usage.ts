import type { ModelUsage } from "../../ports/language-model.ts";

/**
 * Usage as it can be added up. A model of the host's own, and many a server, leaves counts out: one that is no number would
 * make every sum it goes into none, and a budget that is held against such a sum is never reached.
 */
export function countedUsage(usage: unknown): ModelUsage {
  const { inputTokens, outputTokens, cachedInputTokens } = (usage ?? {}) as Record<string, unknown>;
  const cached = count(cachedInputTokens);
  return {
    inputTokens: count(inputTokens),
    outputTokens: count(outputTokens),
    ...(cached > 0 && { cachedInputTokens: cached }),
  };
}

/** The requests that an answer took; one where nothing, or no number, says how many. */
export function countedCalls(calls: unknown): number {
  return calls === 0 ? 0 : count(calls) || 1;
}

function count(value: unknown): number {
  return typeof value === "number" && value > 0 && value <= Number.MAX_SAFE_INTEGER ? Math.round(value) : 0;
}
