import type { ClaimRequest, JobUpdate, Store } from "../../ports/store.ts";
import type { Job } from "../../types/job.ts";
import { emptyJobCounts, holdsLease, patchJob, requeuedJob } from "../job-rules.ts";
import { assertScopes } from "../scope-filter.ts";
import { atPoint } from "./commit-points.ts";
import type { StoreContext } from "./context.ts";
import { and, atMost, type Condition, equal, inScope, isIn, isNotNull, literal, or } from "./filter.ts";
import type { Inbox } from "./inbox.ts";
import { type JobDiskRow, jobFromDisk, jobToDisk } from "./job-rows.ts";
import { insertAbsent } from "./ledger.ts";
import { chunksOf, distinctById } from "./table.ts";

type Methods = Pick<
  Store,
  | "addJobs"
  | "claimJobs"
  | "renewLeases"
  | "commitJobs"
  | "listJobs"
  | "countJobs"
  | "requeueJobs"
  | "deleteJobs"
>;

/** Ids in one statement. */
const idsPerCommit = 200;

export function lanceJobs({ tables, clock, ids, faults }: StoreContext, inbox: Inbox): Methods {
  const { jobs, traces } = tables;
  const readJobs = (where: Condition) => jobs.read<JobDiskRow>({ where });

  /** Writes whole rows over those that are still as they were read. Returns the ids that were written. */
  const overwrite = async (
    rows: readonly { readonly row: JobDiskRow; readonly next: Job }[],
    unchanged: string,
  ): Promise<ReadonlySet<string>> => {
    const written = new Set<string>();
    for (const chunk of chunksOf(rows, idsPerCommit)) {
      const writeId = ids.next();
      const disk = chunk.map(({ row, next }) =>
        jobToDisk(next, { insertedAt: row.inserted_at, writeId, leaseToken: row.lease_token }),
      );
      const result = await jobs.commit("update jobs", (handle) =>
        handle.mergeInsert("id").whenMatchedUpdateAll({ where: unchanged }).useIndex(false).execute(disk),
      );
      const expected = chunk.map(({ row }) => row.id);
      const done = result.numUpdatedRows === chunk.length ? expected : await writtenBy(writeId, expected);
      for (const id of done) written.add(id);
    }
    return written;
  };
  const writtenBy = async (writeId: string, wanted: readonly string[]): Promise<string[]> => {
    const where = and(isIn("id", wanted), equal("write_id", writeId));
    return (await jobs.read<{ id: string }>({ where, columns: ["id"] })).map(({ id }) => id);
  };

  const absentJobs = async (rows: readonly Job[]): Promise<Job[]> => {
    const present = new Set<string>();
    for (const chunk of chunksOf(rows, idsPerCommit)) {
      const where = isIn(
        "id",
        chunk.map(({ id }) => id),
      );
      for (const { id } of await jobs.read<{ id: string }>({ where, columns: ["id"] })) present.add(id);
    }
    return distinctById(rows).filter(({ id }) => !present.has(id));
  };
  /** Takes the job out of its trace's row, from where it would be put into the queue again. */
  const forgetInTraces = async (where: Condition): Promise<void> => {
    const withJob = and(where, isNotNull("job_json"));
    const rows = await traces.read<{ id: string }>({ where: withJob, columns: ["id"] });
    if (rows.length === 0) return;
    await traces.commit("delete jobs of traces", (handle) =>
      handle.update({ where: withJob, valuesSql: { job_json: "NULL" } }),
    );
  };

  const claim = async (request: ClaimRequest, due: readonly string[]): Promise<Job[]> => {
    const token = ids.next();
    await jobs.commit("claim jobs", (handle) =>
      handle.update({
        where: and(isIn("id", due), claimable(request)),
        valuesSql: {
          state: literal("leased"),
          lease_owner: literal(request.owner),
          lease_until: literal(request.now + request.leaseMs),
          lease_token: literal(token),
          updated_at: literal(request.now),
          write_id: literal(token),
        },
      }),
    );
    // All copies of the ids, not only ours: see `foreignCopies`.
    const rows = await readJobs(isIn("id", due));
    const mine = distinctById(rows.filter((row) => row.lease_token === token && row.state === "leased"));
    const doubled = foreignCopies(rows, token);
    if (doubled.size > 0) {
      const ours = and(isIn("id", [...doubled]), equal("lease_token", token));
      await jobs.commit("drop doubled jobs", (handle) => handle.delete(ours));
    }
    return mine.filter(({ id }) => !doubled.has(id)).map(jobFromDisk);
  };

  return {
    async addJobs(rows) {
      assertScopes(rows);
      const fresh = await absentJobs(rows);
      const book = { insertedAt: clock.now(), writeId: ids.next() };
      const disk = fresh.map((job) => jobToDisk(job, book));
      if (disk.length > 0) await atPoint(faults, "jobs-added", () => insertAbsent(jobs, disk));
      return new Set(fresh.map(({ id }) => id));
    },
    async claimJobs(request) {
      const scope = inScope(request.filter);
      if (request.kind === "trace") await inbox.deliver();
      return jobs.exclusive(async () => {
        const where = and(scope, claimable(request));
        const rows = await jobs.read<JobDiskRow>({
          where,
          columns: ["id", "created_at"],
          orderBy: { column: "created_at", ascending: true },
          limit: request.limit * 2,
        });
        const due = distinctById(rows.sort(oldestFirst)).slice(0, request.limit);
        const claimed: Job[] = [];
        for (const chunk of chunksOf(due, idsPerCommit)) {
          const write = () =>
            claim(
              request,
              chunk.map(({ id }) => id),
            );
          claimed.push(...(await atPoint(faults, "jobs-claimed", write)));
        }
        return claimed.sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
      });
    },
    renewLeases(owner, wanted, until) {
      return jobs.exclusive(async () => {
        if (wanted.length === 0) return new Set<string>();
        const where = and(isIn("id", wanted), equal("state", "leased"), equal("lease_owner", owner));
        const { rowsUpdated } = await jobs.commit("renew leases", (handle) =>
          handle.update({ where, valuesSql: { lease_until: literal(until) } }),
        );
        if (rowsUpdated === new Set(wanted).size) return new Set(wanted);
        const held = await jobs.read<{ id: string }>({ where, columns: ["id"] });
        return new Set(held.map(({ id }) => id));
      });
    },
    commitJobs(owner, updates, now) {
      return jobs.exclusive(async () => {
        if (updates.length === 0) return new Set<string>();
        const rows = distinctById(await readJobs(isIn("id", [...new Set(updates.map(({ id }) => id))])));
        const held = rows.filter((row) => holdsLease(jobFromDisk(row), owner));
        const next = held.map((row) => ({ row, next: patched(row, updates, now) }));
        const unchanged = "target.state = 'leased' AND target.lease_token = source.lease_token";
        return atPoint(faults, "jobs-committed", () => overwrite(next, unchanged));
      });
    },
    async listJobs({ filter, kind, state, ids: wanted, limit = Number.POSITIVE_INFINITY }) {
      const scope = inScope(filter);
      await inbox.deliver();
      const where = and(
        scope,
        kind === undefined ? undefined : equal("kind", kind),
        state === undefined ? undefined : equal("state", state),
        wanted === undefined ? undefined : isIn("id", wanted),
      );
      return distinctById(await readJobs(where))
        .sort(oldestFirst)
        .slice(0, limit)
        .map(jobFromDisk);
    },
    async countJobs(filter) {
      const scope = inScope(filter);
      await inbox.deliver();
      const rows = await jobs.read<JobDiskRow>({ where: scope, columns: ["id", "kind", "state"] });
      const counts = emptyJobCounts();
      for (const row of distinctById(rows)) counts[row.kind][row.state] += 1;
      return counts;
    },
    requeueJobs(filter, wanted, now) {
      const where = and(
        inScope(filter),
        equal("state", "dead"),
        wanted === "dead" ? undefined : isIn("id", wanted),
      );
      return jobs.exclusive(async () => {
        const dead = distinctById(await readJobs(where));
        const next = dead.map((row) => ({ row, next: requeuedJob(jobFromDisk(row), now) }));
        return [...(await overwrite(next, "target.state = 'dead'"))];
      });
    },
    async deleteJobs(filter, wanted) {
      const scope = inScope(filter);
      await inbox.deliver();
      let gone = 0;
      for (const chunk of chunksOf(wanted, idsPerCommit)) {
        const where = and(scope, isIn("id", chunk));
        await forgetInTraces(where);
        gone += await jobs.exclusive(async () => {
          const there = await jobs.read<{ id: string }>({ where, columns: ["id"] });
          if (there.length > 0) await jobs.commit("delete jobs", (handle) => handle.delete(where));
          return new Set(there.map(({ id }) => id)).size;
        });
      }
      return gone;
    },
  };
}

/** The same rule as `isClaimable`, as a condition: it is checked again when the claim commits. */
function claimable({ kind, now }: Pick<ClaimRequest, "kind" | "now">): Condition {
  return and(
    equal("kind", kind),
    or(
      and(equal("state", "waiting"), atMost("not_before", now)),
      and(equal("state", "leased"), atMost("lease_until", now)),
    ),
  );
}

/**
 * Ids that also have a row which this claim did not take. Two processes that add one trace at the same
 * moment leave two rows; when the first is claimed, or done, before the second one is there, the second
 * must not be worked on.
 */
function foreignCopies(rows: readonly JobDiskRow[], token: string): ReadonlySet<string> {
  const mine = new Set(rows.filter((row) => row.lease_token === token).map(({ id }) => id));
  const foreign = rows.filter((row) => row.lease_token !== token && mine.has(row.id));
  return new Set(foreign.map(({ id }) => id));
}

function patched(row: JobDiskRow, updates: readonly JobUpdate[], now: number): Job {
  return updates
    .filter(({ id }) => id === row.id)
    .reduce((job, { patch }) => patchJob(job, patch, now), jobFromDisk(row));
}

function oldestFirst(a: JobDiskRow, b: JobDiskRow): number {
  return a.created_at - b.created_at || (a.id < b.id ? -1 : 1);
}
