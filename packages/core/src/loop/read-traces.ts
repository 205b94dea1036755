import { SkillLoopError } from "../errors.ts";
import type { ScopeFilter } from "../ports/store.ts";
import type { Loop, TraceRecord, TraceSummary } from "../types/loop.ts";
import type { Scope } from "../types/scope.ts";
import type { LoopCore } from "./loop-core.ts";
import { currentFate } from "./waiting-fate.ts";

const DEFAULT_LIMIT = 20;

/** One run, what became of it, and what models were asked about it. Throws `TRACE_NOT_FOUND`. */
export async function readTrace({ store }: LoopCore, scope: Scope, id: string): Promise<TraceRecord> {
  const filter: ScopeFilter = { scope, reach: "within" };
  const [[trace], [job], asked] = await Promise.all([
    store.getTraces(filter, [id]),
    store.listJobs({ filter, ids: [id], limit: 1 }),
    store.sumModelCalls(filter, { traceId: id }),
  ]);
  if (trace !== undefined && job !== undefined)
    return { fate: await currentFate(store, job), trace, modelCalls: asked };
  throw new SkillLoopError({
    code: "TRACE_NOT_FOUND",
    message: `There is no trace ${id} in this scope.`,
    remedy: "Check the id and the scope; traces older than the retention are purged.",
  });
}

/** The newest runs of a scope and of narrower ones, newest first. */
export async function newestTraces(
  { store }: LoopCore,
  scope: Scope,
  limit: number = DEFAULT_LIMIT,
): ReturnType<Loop["traces"]> {
  const filter: ScopeFilter = { scope, reach: "within" };
  const ids = (await store.listTraces(filter, { limit })).map(({ id }) => id);
  if (ids.length === 0) return [];
  const [traces, jobs] = await Promise.all([store.getTraces(filter, ids), store.listJobs({ filter, ids })]);
  const jobOf = new Map(jobs.map((job) => [job.id, job]));
  const summaries = traces.map(async ({ id, task, recordedAt }): Promise<readonly TraceSummary[]> => {
    const job = jobOf.get(id);
    // A purge may come between the readings.
    return job === undefined ? [] : [{ task, recordedAt, fate: await currentFate(store, job) }];
  });
  return (await Promise.all(summaries)).flat();
}
