import type { Store } from "../../ports/store.ts";
import type { StoredClaim } from "../../types/claim.ts";
import type { Job } from "../../types/job.ts";
import type { Trace } from "../../types/trace.ts";
import { assertFilter, assertScopes, isReached } from "../scope-filter.ts";
import { copyOf } from "./copies.ts";

type TraceMethods = Pick<Store, "addTraces" | "getTraces" | "listTraces" | "deleteTraces">;

export function memoryTraces({
  traces,
  jobs,
  claims,
}: {
  readonly traces: Map<string, Trace>;
  readonly jobs: Map<string, Job>;
  readonly claims: Map<string, StoredClaim>;
}): TraceMethods {
  return {
    async addTraces(entries) {
      assertScopes(entries.flatMap(({ trace, job }) => [trace, job]));
      const added = new Set<string>();
      for (const { trace, job } of entries) {
        if (!jobs.has(job.id)) jobs.set(job.id, copyOf(job));
        if (traces.has(trace.id)) continue;
        traces.set(trace.id, copyOf(trace));
        added.add(trace.id);
      }
      return added;
    },
    async getTraces(filter, ids) {
      assertFilter(filter);
      return ids
        .map((id) => traces.get(id))
        .filter((trace) => trace !== undefined)
        .filter((trace) => isReached(filter, trace.scope))
        .map(copyOf);
    },
    async listTraces(filter, { before = Number.POSITIVE_INFINITY, limit }) {
      assertFilter(filter);
      return [...traces.values()]
        .filter((trace) => isReached(filter, trace.scope) && trace.recordedAt < before)
        .sort((a, b) => b.recordedAt - a.recordedAt || (a.id < b.id ? 1 : -1))
        .slice(0, limit)
        .map(({ id, recordedAt }) => ({ id, recordedAt }));
    },
    async deleteTraces(filter, ids) {
      assertFilter(filter);
      const wanted = new Set(ids);
      for (const [id, claim] of claims) {
        if (wanted.has(claim.traceId) && isReached(filter, claim.scope)) claims.delete(id);
      }
      let gone = 0;
      for (const id of wanted) {
        const trace = traces.get(id);
        if (trace === undefined || !isReached(filter, trace.scope)) continue;
        traces.delete(id);
        jobs.delete(id);
        gone += 1;
      }
      return gone;
    },
  };
}
