import type { ModelLedger } from "../../ports/model-ledger.ts";
import type { ModelCall } from "../../types/model-call.ts";
import { sumByRole } from "../model-call-sums.ts";
import { assertFilter, assertScopes, isReached } from "../scope-filter.ts";
import { insertAbsent } from "./copies.ts";

export function memoryModelCalls(): ModelLedger {
  const calls = new Map<string, ModelCall>();
  return {
    async addModelCalls(rows) {
      assertScopes(rows);
      insertAbsent(calls, rows, ({ id }) => id);
    },
    async deleteModelCalls(filter, { before }) {
      assertFilter(filter);
      for (const [id, { scope, at }] of calls) if (isReached(filter, scope) && at < before) calls.delete(id);
    },
    async sumModelCalls(filter, { since = Number.NEGATIVE_INFINITY, traceId }) {
      assertFilter(filter);
      const counted = [...calls.values()].filter(
        (call) =>
          isReached(filter, call.scope) &&
          call.at >= since &&
          (traceId === undefined || call.traceId === traceId),
      );
      return sumByRole(counted);
    },
  };
}
