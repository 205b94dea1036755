import type { Clock } from "../ports/clock.ts";
import type { JobUpdate, ScopeFilter, Store } from "../ports/store.ts";
import type { Job, JobKind } from "../types/job.ts";
import { failedJob } from "./failed-job.ts";
import { isOutage } from "./outage.ts";

export interface QueuePorts {
  readonly store: Store;
  readonly clock: Clock;
  /** Names this process among all that share the home. */
  readonly owner: string;
}

export interface QueueBatch {
  readonly filter: ScopeFilter;
  readonly kind: JobKind;
  readonly limit: number;
  readonly leaseMs?: number;
  /** Ends every job it is given, or leaves one out to have it released untouched. */
  readonly handle: (jobs: readonly Job[]) => Promise<readonly JobUpdate[]>;
  /** Told of a job whose handling threw, after which it waits for another attempt or is dead. */
  readonly onFailure: (job: Job, error: unknown) => void;
  /** The words kept with a failed job; must hold no secret. */
  readonly describe: (error: unknown) => string;
}

export interface QueueBatchResult {
  /** Zero when nothing was due. */
  readonly claimed: number;
  readonly jobs: readonly Job[];
  /** What was decided and committed. */
  readonly updates: readonly JobUpdate[];
}

const DEFAULT_LEASE_MS = 60_000;

/**
 * Claims one batch, keeps its leases alive while it is handled, and commits what came of it. A batch that
 * throws is handled again job by job, so that one bad trace costs the others nothing but time. An outage is
 * no job's fault: the batch is released as it was, and the error is thrown on.
 */
export async function runQueueBatch(ports: QueuePorts, batch: QueueBatch): Promise<QueueBatchResult> {
  const { store, clock, owner } = ports;
  const leaseMs = batch.leaseMs ?? DEFAULT_LEASE_MS;
  const jobs = await store.claimJobs({
    filter: batch.filter,
    kind: batch.kind,
    owner,
    limit: batch.limit,
    now: clock.now(),
    leaseMs,
  });
  if (jobs.length === 0) return { claimed: 0, jobs, updates: [] };
  const stopHeartbeat = startHeartbeat(
    ports,
    jobs.map((job) => job.id),
    leaseMs,
  );
  try {
    const handled = await handleTogetherOrApart(batch, jobs, clock);
    const named = new Set(handled.map((update) => update.id));
    const released = jobs
      .filter((job) => !named.has(job.id))
      .map((job): JobUpdate => ({ id: job.id, patch: { state: "waiting" } }));
    const committed = await store.commitJobs(owner, [...handled, ...released], clock.now());
    // A job whose lease was lost belongs to whoever took it: what was done to it here does not count.
    return { claimed: jobs.length, jobs, updates: handled.filter(({ id }) => committed.has(id)) };
  } catch (error) {
    // Nothing of this batch is decided. If even the release fails, the leases run out by themselves.
    const released = jobs.map((job): JobUpdate => ({ id: job.id, patch: { state: "waiting" } }));
    await store.commitJobs(owner, released, clock.now()).catch(() => undefined);
    throw error;
  } finally {
    await stopHeartbeat();
  }
}

async function handleTogetherOrApart(
  batch: QueueBatch,
  jobs: readonly Job[],
  clock: Clock,
): Promise<readonly JobUpdate[]> {
  try {
    return await batch.handle(jobs);
  } catch (error) {
    if (isOutage(error)) throw error;
    const [only] = jobs;
    if (jobs.length > 1 || only === undefined) {
      const apart: JobUpdate[] = [];
      for (const job of jobs) apart.push(...(await handleTogetherOrApart(batch, [job], clock)));
      return apart;
    }
    batch.onFailure(only, error);
    return [failedJob(only, { reason: batch.describe(error), now: clock.now() })];
  }
}

function startHeartbeat(
  { store, clock, owner }: QueuePorts,
  ids: readonly string[],
  leaseMs: number,
): () => Promise<void> {
  const stop = new AbortController();
  const beat = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      await clock.rest(leaseMs / 3, stop.signal);
      if (stop.signal.aborted) return;
      // A heartbeat that fails is not the job's failure: the commit finds out whether the lease still holds.
      await store.renewLeases(owner, ids, clock.now() + leaseMs).catch(() => undefined);
    }
  };
  const beating = beat();
  return async () => {
    stop.abort();
    await beating;
  };
}
