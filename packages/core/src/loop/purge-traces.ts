import { purgeLearned } from "../library/run-purge.ts";
import type { PurgeQuery, PurgeReport } from "../types/loop.ts";
import type { Scope } from "../types/scope.ts";
import type { LoopCore } from "./loop-core.ts";

const BATCH = 500;

/** Forgets runs, and with them every skill that was learned from them alone. Narrower scopes are included. */
export async function purgeTraces(
  { store }: LoopCore,
  scope: Scope,
  query: PurgeQuery,
): Promise<PurgeReport> {
  const filter = { scope, reach: "within" } as const;
  const skills: string[] = [];
  let traces = 0;
  const forget = async (ids: readonly string[]): Promise<number> => {
    // Skills first: if the process dies in between, the traces are still there to be purged again.
    skills.push(...(await purgeLearned({ store }, { scope, traceIds: ids })));
    const gone = await store.deleteTraces(filter, ids);
    traces += gone;
    return gone;
  };
  if (query.traceIds !== undefined && query.traceIds.length > 0) await forget(query.traceIds);
  const before = query.all === true ? Number.MAX_SAFE_INTEGER : query.before;
  while (before !== undefined) {
    const ids = (await store.listTraces(filter, { before, limit: BATCH })).map(({ id }) => id);
    if (ids.length === 0 || (await forget(ids)) === 0) break;
  }
  return { traces, skills };
}
