import { type PipelinePorts, processTraceJobs } from "../pipeline.ts";
import type { JobUpdate } from "../ports/store.ts";
import { runQueueBatch } from "../queue/run-queue.ts";
import { releaseGoneLeases } from "../queue/run-release.ts";
import type { Job, ProcessReport, TraceFate } from "../types/job.ts";
import type { Scope } from "../types/scope.ts";

export interface ProcessPorts extends PipelinePorts {
  /** Whether the process behind an owner's name has ended. */
  readonly isGone: (owner: string) => boolean;
  /** Aborted when the loop closes: work in hand is finished, and no other batch is begun. */
  readonly closing: AbortSignal;
  readonly report: (error: unknown, event: string) => void;
  readonly describe: (error: unknown) => string;
}

export interface ProcessOptions {
  readonly scope: Scope;
  /** At most this many traces. */
  readonly limit?: number;
  readonly onProgress?: (done: number, total: number) => void;
  /** Stops between two batches. */
  readonly signal?: AbortSignal;
}

/** Few commits a batch, and little to do again after a crash. */
const BATCH_SIZE = 64;

/** Works off the trace queue of a scope until nothing is due, and says what became of each trace. */
export async function processQueue(ports: ProcessPorts, options: ProcessOptions): Promise<ProcessReport> {
  const filter = { scope: options.scope, reach: "within" } as const;
  const limit = options.limit ?? Number.POSITIVE_INFINITY;
  await releaseGoneLeases(ports, filter);
  const waitingBefore = options.onProgress ? (await ports.store.countJobs(filter)).trace.waiting : 0;
  const total = Math.min(limit, waitingBefore);
  const fates: TraceFate[] = [];
  while (fates.length < limit && options.signal?.aborted !== true && !ports.closing.aborted) {
    const batch = await runQueueBatch(ports, {
      filter,
      kind: "trace",
      limit: Math.min(BATCH_SIZE, limit - fates.length),
      handle: (jobs) => processTraceJobs(ports, { scope: options.scope, jobs }),
      onFailure: (_job, error) => ports.report(error, "process.trace"),
      describe: ports.describe,
    });
    if (batch.claimed === 0) break;
    fates.push(...batch.updates.flatMap((update) => fateOf(batch.jobs, update)));
    options.onProgress?.(fates.length, Math.max(total, fates.length));
  }
  const { trace } = await ports.store.countJobs(filter);
  return { ...countFates(fates), waiting: trace.waiting + trace.leased, traces: fates };
}

function fateOf(jobs: readonly Job[], { id, patch }: JobUpdate): readonly TraceFate[] {
  const job = jobs.find((candidate) => candidate.id === id);
  return job === undefined ? [] : [traceFate({ ...job, ...patch })];
}

/** What a job says of its trace. */
export function traceFate(job: Job): TraceFate {
  return {
    traceId: job.id,
    state: job.state,
    ...(job.result !== undefined && { result: job.result }),
    stage: job.stage ?? "queue",
    reason: job.reason ?? (job.state === "waiting" ? "not processed yet" : "being processed"),
    skills: job.skills,
    attempts: job.attempts,
  };
}

function countFates(
  fates: readonly TraceFate[],
): Pick<ProcessReport, "learned" | "rejected" | "skipped" | "errored"> {
  const count = (result: TraceFate["result"]): number =>
    fates.filter((fate) => fate.result === result).length;
  return {
    learned: count("learned"),
    rejected: count("rejected"),
    skipped: count("skipped"),
    errored: count("errored"),
  };
}
