import { purgeLearned } from "../library/run-purge.ts";
import type { PurgeQuery, PurgeReport } from "../types/loop.ts";
import type { Scope } from "../types/scope.ts";
import { libraryTools } from "./library-tools.ts";
import type { LoopCore } from "./loop-core.ts";

export type PurgePorts = Pick<LoopCore, "store" | "clock" | "owner" | "report">;

const BATCH = 500;

/**
 * Forgets runs, and with them every skill that was learned from them alone, those included whose traces the
 * retention dropped before (with `all`). Narrower scopes are included. Afterwards the store is compacted; how
 * long it can still hold deleted rows in old versions of its tables stands at `Store.maintain`.
 */
export async function purgeTraces(core: PurgePorts, scope: Scope, query: PurgeQuery): Promise<PurgeReport> {
  const { store, clock, report } = core;
  const filter = { scope, reach: "within" } as const;
  const tools = libraryTools(core);
  const skills: string[] = [];
  let traces = 0;
  let leftovers = 0;
  const forget = async (ids: readonly string[]): Promise<number> => {
    // Skills first: if the process dies in between, the traces are still there to be purged again.
    const learned = await purgeLearned(tools, { scope, traceIds: ids, now: clock.now() });
    skills.push(...learned.names);
    await store.deleteEvents(filter, { traceIds: ids });
    const gone = await store.deleteTraces(filter, ids);
    traces += gone + learned.reruns;
    return gone;
  };
  if (query.traceIds !== undefined && query.traceIds.length > 0) await forget(query.traceIds);
  const before = query.all === true ? Number.MAX_SAFE_INTEGER : query.before;
  while (before !== undefined) {
    const ids = (await store.listTraces(filter, { before, limit: BATCH })).map(({ id }) => id);
    if (ids.length === 0 || (await forget(ids)) === 0) break;
  }
  if (before !== undefined) {
    // What a run taught outlives it where a purge died half-way, or another process was learning from it meanwhile.
    const claims = (await store.listClaims(filter, {})).filter(({ at }) => at < before);
    leftovers = claims.length;
    const rows = query.all === true ? await store.listEvidence(filter, {}) : [];
    const origins = rows.filter(({ kind }) => kind === "origin");
    const ids = new Set([...claims, ...origins].map(({ traceId }) => traceId));
    for (const batch of batchesOf([...ids])) await forget(batch);
  }
  if (query.all === true) await store.deleteEvents(filter, {});
  if (traces + leftovers + skills.length > 0) {
    // The rows are gone for every reader; that the disk is not yet free of them does not undo the purge.
    await store.maintain({ force: true }).catch((error: unknown) => report.error(error, "purge.maintain"));
  }
  return { traces, skills: [...new Set(skills)] };
}

function batchesOf(ids: readonly string[]): readonly (readonly string[])[] {
  return Array.from({ length: Math.ceil(ids.length / BATCH) }, (_unused, index) =>
    ids.slice(index * BATCH, (index + 1) * BATCH),
  );
}
