import type { ClaimRequest, JobUpdate } from "../ports/store.ts";
import type { Job, JobKind, JobState } from "../types/job.ts";

/** Whether a claim at `now` may take the job: waiting and due, or leased by someone who let the lease run out. */
export function isClaimable(job: Job, request: Pick<ClaimRequest, "kind" | "now">): boolean {
  if (job.kind !== request.kind) return false;
  if (job.state === "waiting") return job.notBefore <= request.now;
  return job.state === "leased" && (job.leaseUntil ?? 0) <= request.now;
}

/** A lease is held until someone else takes it: one that ran out unnoticed still belongs to its owner. */
export function holdsLease(job: Job, owner: string): boolean {
  return job.state === "leased" && job.leaseOwner === owner;
}

/** The job after a commit. Any state but `leased` ends the lease. */
export function patchJob(job: Job, patch: JobUpdate["patch"], now: number): Job {
  const next: Job = { ...job, ...patch, updatedAt: now };
  if (next.state === "leased") return next;
  const { leaseOwner: _owner, leaseUntil: _until, ...unleased } = next;
  return unleased;
}

/** A dead job as it goes back to the queue. What its stages left stays: it resumes where it stopped. */
export function requeuedJob(job: Job, now: number): Job {
  const { leaseOwner: _owner, leaseUntil: _until, result: _result, reason: _reason, ...rest } = job;
  return { ...rest, state: "waiting", attempts: 0, notBefore: now, updatedAt: now };
}

export function emptyJobCounts(): Record<JobKind, Record<JobState, number>> {
  const none = () => ({ waiting: 0, leased: 0, done: 0, dead: 0 });
  return { trace: none(), rerun: none() };
}
