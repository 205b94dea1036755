import type { Store } from "../../ports/store.ts";
import type { Job } from "../../types/job.ts";
import type { Trace } from "../../types/trace.ts";
import { batchWriter } from "../batch-writer.ts";
import { assertScopes } from "../scope-filter.ts";
import { atPoint } from "./commit-points.ts";
import type { StoreContext } from "./context.ts";
import { and, inScope, isIn, less, scopeColumns } from "./filter.ts";
import { jobToDisk } from "./job-rows.ts";
import { knownJobs } from "./known-jobs.ts";
import { distinctById } from "./table.ts";

type Methods = Pick<Store, "addTraces" | "getTraces" | "listTraces" | "deleteTraces" | "addJobs">;

/** A job to be added, with its trace when it is a new trace's. */
interface Entry {
  readonly job: Job;
  readonly trace?: Trace;
}

const idsPerRead = 500;

export function lanceTraces({ tables, clock, ids, faults }: StoreContext): Methods {
  const { traces, jobs } = tables;
  const known = knownJobs(jobs);

  const insert = async (entries: readonly Entry[]): Promise<ReadonlySet<string>> => {
    const there = await known.findKnown(entries.map(({ job }) => job.id));
    const fresh = distinctJobs(entries).filter(({ job }) => !there.has(job.id));
    if (fresh.length === 0) return new Set();
    const insertedAt = clock.now();
    // The trace comes first: a job whose trace is not there yet could be claimed by another process, while
    // a trace without a job was never acknowledged and is simply written again.
    const traceRows = fresh.flatMap(({ trace }) =>
      trace === undefined ? [] : [traceToDisk(trace, insertedAt)],
    );
    if (traceRows.length > 0) await traces.commit("add traces", (handle) => handle.add(traceRows));
    const writeId = ids.next();
    const jobRows = fresh.map(({ job }) => jobToDisk(job, { insertedAt, writeId }));
    const { version } = await jobs.commit("add jobs", (handle) => handle.add(jobRows));
    const added = fresh.map(({ job }) => job.id);
    known.noteAdded(added, insertedAt, version);
    return new Set(added);
  };

  const insertAtPoint = batchWriter<readonly Entry[], ReadonlySet<string>>({
    maxItems: 200,
    write: async (calls) => {
      const point = () => insert(calls.flat());
      const hasTrace = calls.flat().some(({ trace }) => trace !== undefined);
      const added = new Set(await (hasTrace ? atPoint(faults, "trace-written", point) : point()));
      return calls.map((entries) => takeOwn(added, entries));
    },
  });

  return {
    async addTraces(entries) {
      assertScopes(entries.flatMap(({ trace, job }) => [trace, job]));
      return entries.length === 0 ? new Set() : insertAtPoint(entries);
    },
    async addJobs(rows) {
      assertScopes(rows);
      return rows.length === 0 ? new Set() : insertAtPoint(rows.map((job) => ({ job })));
    },
    async getTraces(filter, wanted) {
      const scope = inScope(filter);
      if (wanted.length === 0) return [];
      const found = new Map<string, Trace>();
      for (let start = 0; start < wanted.length; start += idsPerRead) {
        const where = and(scope, isIn("id", wanted.slice(start, start + idsPerRead)));
        const rows = await traces.read<{ id: string; trace_json: string }>({
          where,
          columns: ["id", "trace_json"],
        });
        for (const row of distinctById(rows)) found.set(row.id, JSON.parse(row.trace_json) as Trace);
      }
      return wanted.map((id) => found.get(id)).filter((trace) => trace !== undefined);
    },
    async listTraces(filter, { before, limit }) {
      const where = and(inScope(filter), before === undefined ? undefined : less("recorded_at", before));
      const rows = await traces.read<{ id: string; recorded_at: number }>({
        where,
        columns: ["id", "recorded_at"],
      });
      return distinctById(rows)
        .map((row) => ({ id: row.id, recordedAt: row.recorded_at }))
        .sort((a, b) => b.recordedAt - a.recordedAt || (a.id < b.id ? 1 : -1))
        .slice(0, limit);
    },
    async deleteTraces(filter, wanted) {
      const scope = inScope(filter);
      const where = and(scope, isIn("id", wanted));
      if (wanted.length === 0) return 0;
      const there = new Set(
        (await traces.read<{ id: string }>({ where, columns: ["id"] })).map(({ id }) => id),
      );
      if (there.size === 0) return 0;
      const gone = and(scope, isIn("id", [...there]));
      // Jobs first: a job must never be left without its trace.
      await jobs.exclusive(() => jobs.commit("delete jobs", (handle) => handle.delete(gone)));
      await traces.commit("delete traces", (handle) => handle.delete(gone));
      return there.size;
    },
  };
}

function traceToDisk(trace: Trace, insertedAt: number) {
  return {
    id: trace.id,
    ...scopeColumns(trace.scope),
    recorded_at: trace.recordedAt,
    trace_json: JSON.stringify(trace),
    inserted_at: insertedAt,
  };
}

function distinctJobs(entries: readonly Entry[]): Entry[] {
  const first = new Map<string, Entry>();
  for (const entry of entries) {
    const before = first.get(entry.job.id);
    if (before === undefined) first.set(entry.job.id, entry);
  }
  return [...first.values()];
}

/** What of a batch belongs to one call. An id that two calls name is reported to the first of them alone. */
function takeOwn(added: Set<string>, entries: readonly Entry[]): ReadonlySet<string> {
  const own = new Set<string>();
  for (const { job } of entries) {
    if (added.delete(job.id)) own.add(job.id);
  }
  return own;
}
