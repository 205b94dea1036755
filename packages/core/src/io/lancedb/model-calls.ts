import type { ModelLedger } from "../../ports/model-ledger.ts";
import type { ModelCall } from "../../types/model-call.ts";
import { sumByRole } from "../model-call-sums.ts";
import { assertScopes } from "../scope-filter.ts";
import type { StoreContext } from "./context.ts";
import { and, atLeast, equal, inScope, less, scopeColumns } from "./filter.ts";
import { insertAbsent } from "./ledger.ts";
import { distinctById } from "./table.ts";

interface SummedRow {
  readonly id: string;
  readonly role: string;
  readonly calls: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cost: number | null;
}

const summed = ["id", "role", "calls", "input_tokens", "output_tokens", "cost"];

export function lanceModelCalls({ tables }: StoreContext): ModelLedger {
  const { model_calls: calls } = tables;
  return {
    async addModelCalls(rows) {
      assertScopes(rows);
      await insertAbsent(calls, rows.map(callToDisk));
    },
    async deleteModelCalls(filter, { before }) {
      const where = and(inScope(filter), less("at", before));
      await calls.exclusive(async () => {
        // Most often there is none, and a commit for nothing is one more version of the table.
        if ((await calls.read({ where, columns: ["id"], limit: 1 })).length === 0) return;
        await calls.commit("forget model calls", (handle) => handle.delete(where));
      });
    },
    async sumModelCalls(filter, { since, traceId }) {
      const where = and(
        inScope(filter),
        since === undefined ? undefined : atLeast("at", since),
        traceId === undefined ? undefined : equal("trace_id", traceId),
      );
      const rows = distinctById(await calls.read<SummedRow>({ where, columns: summed }));
      return sumByRole(
        rows.map(({ role, calls, input_tokens, output_tokens, cost }) => ({
          role,
          calls,
          inputTokens: input_tokens,
          outputTokens: output_tokens,
          ...(cost !== null && { cost }),
        })),
      );
    },
  };
}

function callToDisk(call: ModelCall) {
  return {
    id: call.id,
    ...scopeColumns(call.scope),
    trace_id: call.traceId ?? null,
    role: call.role,
    model: call.model,
    calls: call.calls,
    input_tokens: call.inputTokens,
    output_tokens: call.outputTokens,
    cost: call.cost ?? null,
    at: call.at,
    call_json: JSON.stringify(call),
  };
}
