import type { Store } from "../../ports/store.ts";
import type { Job } from "../../types/job.ts";
import type { Trace } from "../../types/trace.ts";
import { batchWriter } from "../batch-writer.ts";
import { assertScopes } from "../scope-filter.ts";
import { atPoint } from "./commit-points.ts";
import type { StoreContext } from "./context.ts";
import { and, inScope, isIn, less, scopeColumns } from "./filter.ts";
import type { Inbox } from "./inbox.ts";
import { chunksOf, distinctById } from "./table.ts";

type Methods = Pick<Store, "addTraces" | "getTraces" | "listTraces" | "deleteTraces">;

interface Entry {
  readonly trace: Trace;
  readonly job: Job;
}

const idsPerRead = 500;

export function lanceTraces({ tables, faults }: StoreContext, inbox: Inbox): Methods {
  const { traces, jobs, claims } = tables;

  const insert = async (entries: readonly Entry[]): Promise<ReadonlySet<string>> => {
    const there = await inbox.findKnown(entries.map(({ trace }) => trace.id));
    const fresh = distinctEntries(entries).filter(({ trace }) => !there.has(trace.id));
    if (fresh.length === 0) return new Set();
    const insertedAt = inbox.stamp();
    const rows = fresh.map((entry) => traceToDisk(entry, insertedAt));
    const { version } = await traces.commit("add traces", (handle) => handle.add(rows));
    const added = fresh.map(({ job }) => job);
    inbox.noteAdded(added, insertedAt, version);
    return new Set(fresh.map(({ trace }) => trace.id));
  };

  const insertTogether = batchWriter<readonly Entry[], ReadonlySet<string>>({
    maxItems: 200,
    write: async (calls) => {
      const added = new Set(await atPoint(faults, "trace-written", () => insert(calls.flat())));
      return calls.map((entries) => takeOwn(added, entries));
    },
  });

  const idsOf = async (where: ReturnType<typeof and>): Promise<readonly string[]> => [
    ...new Set((await traces.read<{ id: string }>({ where, columns: ["id"] })).map(({ id }) => id)),
  ];

  return {
    async addTraces(entries) {
      assertScopes(entries.flatMap(({ trace, job }) => [trace, job]));
      return entries.length === 0 ? new Set() : insertTogether(entries);
    },
    async getTraces(filter, wanted) {
      const scope = inScope(filter);
      const found = new Map<string, Trace>();
      for (const chunk of chunksOf(wanted, idsPerRead)) {
        const where = and(scope, isIn("id", chunk));
        const columns = ["id", "trace_json"];
        const rows = await traces.read<{ id: string; trace_json: string }>({ where, columns });
        for (const row of distinctById(rows)) found.set(row.id, JSON.parse(row.trace_json) as Trace);
      }
      return wanted.map((id) => found.get(id)).filter((trace) => trace !== undefined);
    },
    async listTraces(filter, { before, limit }) {
      const where = and(inScope(filter), before === undefined ? undefined : less("recorded_at", before));
      const columns = ["id", "recorded_at"];
      const rows = await traces.read<{ id: string; recorded_at: number }>({ where, columns });
      return distinctById(rows)
        .map((row) => ({ id: row.id, recordedAt: row.recorded_at }))
        .sort((a, b) => b.recordedAt - a.recordedAt || (a.id < b.id ? 1 : -1))
        .slice(0, limit);
    },
    async deleteTraces(filter, wanted) {
      const scope = inScope(filter);
      let gone = 0;
      for (const chunk of chunksOf(wanted, idsPerRead)) {
        const where = and(scope, isIn("id", chunk));
        const there = await idsOf(where);
        // The trace first: as long as it is there, another process may put its job into the queue again.
        if (there.length > 0) await traces.commit("delete traces", (handle) => handle.delete(where));
        await jobs.exclusive(() => jobs.commit("delete jobs", (handle) => handle.delete(where)));
        const claimed = and(scope, isIn("trace_id", chunk));
        if ((await claims.read<{ id: string }>({ where: claimed, columns: ["id"], limit: 1 })).length > 0) {
          await claims.exclusive(() => claims.commit("delete claims", (handle) => handle.delete(claimed)));
        }
        gone += there.length;
      }
      return gone;
    },
  };
}

function traceToDisk({ trace, job }: Entry, insertedAt: number) {
  return {
    id: trace.id,
    ...scopeColumns(trace.scope),
    recorded_at: trace.recordedAt,
    trace_json: JSON.stringify(trace),
    job_json: JSON.stringify(job),
    inserted_at: insertedAt,
  };
}

function distinctEntries(entries: readonly Entry[]): Entry[] {
  const first = new Map<string, Entry>();
  for (const entry of entries) if (!first.has(entry.trace.id)) first.set(entry.trace.id, entry);
  return [...first.values()];
}

/** What of a batch belongs to one call. An id that two calls name is reported to the first of them alone. */
function takeOwn(added: Set<string>, entries: readonly Entry[]): ReadonlySet<string> {
  const own = new Set<string>();
  for (const { trace } of entries) if (added.delete(trace.id)) own.add(trace.id);
  return own;
}
