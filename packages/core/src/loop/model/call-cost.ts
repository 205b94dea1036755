import type { ModelUsage } from "../../ports/language-model.ts";
import type { ModelPrices } from "../../types/model-limits.ts";

const million = 1_000_000;

/** What an answer cost by the price of the first of these names that has one; undefined where none has. */
export function callCost(
  usage: ModelUsage,
  prices: ModelPrices,
  names: readonly (string | undefined)[],
): number | undefined {
  const priced = names.find((name) => name !== undefined && Object.hasOwn(prices, name));
  const price = priced === undefined ? undefined : prices[priced];
  if (price === undefined) return undefined;
  const cached = Math.min(usage.cachedInputTokens ?? 0, usage.inputTokens);
  const fresh = usage.inputTokens - cached;
  const input = fresh * price.input + cached * (price.cachedInput ?? price.input);
  return (input + usage.outputTokens * price.output) / million;
}
