import type { ModelCall, ModelCallTotals } from "../types/model-call.ts";

type Counted = Pick<ModelCall, "role" | "calls" | "inputTokens" | "outputTokens" | "cost">;

/** What calls add up to by role. A call without a price costs nothing. */
export function sumByRole(calls: readonly Counted[]): Readonly<Record<string, ModelCallTotals>> {
  const sums = new Map<string, ModelCallTotals>();
  for (const call of calls) {
    const sum = sums.get(call.role);
    sums.set(call.role, {
      calls: (sum?.calls ?? 0) + call.calls,
      inputTokens: (sum?.inputTokens ?? 0) + call.inputTokens,
      outputTokens: (sum?.outputTokens ?? 0) + call.outputTokens,
      cost: (sum?.cost ?? 0) + (call.cost ?? 0),
    });
  }
  return Object.fromEntries(sums);
}
