import type { Job } from "../../types/job.ts";
import { serial } from "../serial.ts";
import { atPoint } from "./commit-points.ts";
import type { StoreContext } from "./context.ts";
import { and, isIn, isNotNull, more } from "./filter.ts";
import { jobToDisk } from "./job-rows.ts";
import { insertAbsent } from "./ledger.ts";
import { chunksOf } from "./table.ts";

/** How far back a refresh looks: longer than a commit may take that was stamped before it began. */
const overlapMs = 30_000;

const idsPerRead = 500;

/**
 * New traces, and the jobs they bring. A trace is written in one commit together with its job, as text in
 * its own row, and the jobs are put into their table, many in a commit, when someone looks there: so `learn`
 * pays for one commit instead of two, and neither is ever there without the other.
 *
 * The ids of all traces are kept in memory, so that adding one need not search for its id.
 */
export interface Inbox {
  /** Those of `ids` that are stored now. */
  findKnown(ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** The time to stamp new traces with: never before that of one already there, see `refresh`. */
  stamp(): number;
  /** Notes traces that this process added. `version` is the table's after the commit. */
  noteAdded(jobs: readonly Job[], insertedAt: number, version: number): void;
  /** Puts the jobs of all stored traces into their table. */
  deliver(): Promise<void>;
}

interface InboxRow {
  readonly id: string;
  readonly inserted_at: number;
  readonly job_json: string | null;
}

export function traceInbox({ tables, clock, ids, faults }: StoreContext): Inbox {
  const { traces, jobs } = tables;
  const inTurn = serial();
  /** When each trace was inserted: one that was deleted and added again has a later time. */
  const known = new Map<string, number>();
  /** Jobs that may not be in their table yet, by id. */
  const waiting = new Map<string, Job>();
  /** Someone else wrote, or this process deleted: a trace in `waiting` may be gone by now. */
  let isUncertain = true;
  let loading: Promise<void> | undefined;
  let seenVersion = -1;
  let seenUntil = 0;

  const readIds = (table: typeof traces) => table.read<{ id: string }>({ columns: ["id"] });

  const loadAll = async (): Promise<void> => {
    const version = await traces.latestVersion();
    const rows = await traces.read<InboxRow>({ columns: ["id", "inserted_at"] });
    const delivered = new Set((await readIds(jobs)).map(({ id }) => id));
    const missing = rows.map(({ id }) => id).filter((id) => !delivered.has(id));
    for (const chunk of chunksOf(missing, idsPerRead)) {
      const where = and(isIn("id", chunk), isNotNull("job_json"));
      note(await traces.read<InboxRow>({ where, columns: ["id", "inserted_at", "job_json"] }));
    }
    note(rows);
    seenVersion = version;
  };

  const note = (rows: readonly InboxRow[]): void => {
    for (const { id, inserted_at: insertedAt, job_json: job } of rows) {
      if (insertedAt <= (known.get(id) ?? -1)) continue;
      if (typeof job === "string") waiting.set(id, JSON.parse(job) as Job);
      known.set(id, insertedAt);
      seenUntil = Math.max(seenUntil, insertedAt);
    }
  };

  const refresh = async (): Promise<void> => {
    if (loading === undefined) {
      loading = loadAll();
      loading.catch(() => {
        loading = undefined;
      });
    }
    await loading;
    const version = await traces.latestVersion();
    if (version === seenVersion) return;
    isUncertain = true;
    const where = more("inserted_at", seenUntil - overlapMs);
    note(await traces.read<InboxRow>({ where, columns: ["id", "inserted_at", "job_json"] }));
    seenVersion = version;
  };

  const dropGone = async (): Promise<void> => {
    const suspects = [...waiting.keys()];
    const there = new Set<string>();
    for (const chunk of chunksOf(suspects, idsPerRead)) {
      const where = and(isIn("id", chunk), isNotNull("job_json"));
      for (const { id } of await traces.read<{ id: string }>({ where, columns: ["id"] })) there.add(id);
    }
    for (const id of suspects) if (!there.has(id)) waiting.delete(id);
    isUncertain = false;
  };

  return {
    async findKnown(wanted) {
      await refresh();
      const suspects = wanted.filter((id) => known.has(id));
      if (suspects.length === 0) return new Set();
      // Asked of the table, because another process may have deleted it.
      const rows = await traces.read<{ id: string }>({ where: isIn("id", suspects), columns: ["id"] });
      return new Set(rows.map(({ id }) => id));
    },
    stamp: () => Math.max(clock.now(), seenUntil),
    noteAdded(added, insertedAt, version) {
      for (const job of added) {
        known.set(job.id, insertedAt);
        waiting.set(job.id, job);
      }
      seenUntil = Math.max(seenUntil, insertedAt);
      // Any other number means that someone else wrote in between, which the next call then reads.
      if (version === seenVersion + 1) seenVersion = version;
    },
    deliver: () =>
      inTurn(async () => {
        await refresh();
        if (isUncertain) await dropGone();
        const batch = [...waiting];
        if (batch.length === 0) return;
        const book = { insertedAt: clock.now(), writeId: ids.next() };
        const rows = batch.map(([, job]) => jobToDisk(job, book));
        await atPoint(faults, "jobs-added", () => insertAbsent(jobs, rows));
        for (const [id, job] of batch) if (waiting.get(id) === job) waiting.delete(id);
      }),
  };
}
