import type { Store } from "../../ports/store.ts";
import type { Job } from "../../types/job.ts";
import { emptyJobCounts, holdsLease, isClaimable, patchJob, requeuedJob } from "../job-rules.ts";
import { assertFilter, assertScopes, isReached } from "../scope-filter.ts";
import { copyOf, insertAbsent } from "./copies.ts";

type JobMethods = Pick<
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

const oldestFirst = (a: Job, b: Job) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1);

export function memoryJobs(jobs: Map<string, Job>): JobMethods {
  const heldBy = (owner: string, id: string): Job | undefined => {
    const job = jobs.get(id);
    return job !== undefined && holdsLease(job, owner) ? job : undefined;
  };
  return {
    async addJobs(rows) {
      assertScopes(rows);
      return insertAbsent(jobs, rows, ({ id }) => id);
    },
    async claimJobs(request) {
      assertFilter(request.filter);
      const due = [...jobs.values()]
        .filter((job) => isReached(request.filter, job.scope) && isClaimable(job, request))
        .sort(oldestFirst)
        .slice(0, request.limit);
      const lease = { leaseOwner: request.owner, leaseUntil: request.now + request.leaseMs };
      return due.map((job) => {
        const leased: Job = { ...job, ...lease, state: "leased", updatedAt: request.now };
        jobs.set(job.id, leased);
        return copyOf(leased);
      });
    },
    async renewLeases(owner, ids, until) {
      const held = ids.filter((id) => heldBy(owner, id) !== undefined);
      for (const id of held) jobs.set(id, { ...(jobs.get(id) as Job), leaseUntil: until });
      return new Set(held);
    },
    async commitJobs(owner, updates, now) {
      const written = new Set<string>();
      for (const { id, patch } of updates) {
        const job = heldBy(owner, id);
        if (job === undefined) continue;
        jobs.set(id, copyOf(patchJob(job, patch, now)));
        written.add(id);
      }
      return written;
    },
    async listJobs({ filter, kind, state, ids, limit = Number.POSITIVE_INFINITY }) {
      assertFilter(filter);
      const wanted = ids === undefined ? undefined : new Set(ids);
      return [...jobs.values()]
        .filter((job) => isReached(filter, job.scope))
        .filter((job) => kind === undefined || job.kind === kind)
        .filter((job) => state === undefined || job.state === state)
        .filter((job) => wanted === undefined || wanted.has(job.id))
        .sort(oldestFirst)
        .slice(0, limit)
        .map(copyOf);
    },
    async countJobs(filter) {
      assertFilter(filter);
      const counts = emptyJobCounts();
      for (const job of jobs.values()) {
        if (isReached(filter, job.scope)) counts[job.kind][job.state] += 1;
      }
      return counts;
    },
    async requeueJobs(filter, ids, now) {
      assertFilter(filter);
      const wanted = ids === "dead" ? undefined : new Set(ids);
      const dead = [...jobs.values()]
        .filter((job) => job.state === "dead" && isReached(filter, job.scope))
        .filter((job) => wanted === undefined || wanted.has(job.id));
      for (const job of dead) jobs.set(job.id, requeuedJob(job, now));
      return dead.map(({ id }) => id);
    },
    async deleteJobs(filter, ids) {
      assertFilter(filter);
      const reached = [...new Set(ids)].filter((id) => {
        const job = jobs.get(id);
        return job !== undefined && isReached(filter, job.scope);
      });
      for (const id of reached) jobs.delete(id);
      return reached.length;
    },
  };
}
