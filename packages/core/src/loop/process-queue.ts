import { type PipelinePorts, processTraceJobs } from "../pipeline.ts";
import type { JobUpdate } from "../ports/store.ts";
import { runQueueBatch } from "../queue/run-queue.ts";
import { releaseGoneLeases } from "../queue/run-release.ts";
import type { Job, ProcessReport, TraceFate } from "../types/job.ts";
import type { Scope } from "../types/scope.ts";
import { learnWithModel } from "./learning/learn-with-model.ts";
import type { StageMemory } from "./learning/learning-run.ts";
import type { ModelLearning, ModelPause } from "./learning/model-learning.ts";

export interface ProcessPorts extends PipelinePorts {
  /** Whether the process behind an owner's name has ended. */
  readonly isGone: (owner: string) => boolean;
  /** Aborted when the loop closes: work in hand is finished, and no other batch is begun. */
  readonly closing: AbortSignal;
  readonly report: (error: unknown, event: string) => void;
  readonly describe: (error: unknown) => string;
  /** Absent without a model: then repairs are all that is learned. */
  readonly learning?: ModelLearning | undefined;
}

export interface ProcessOptions {
  readonly scope: Scope;
  /** At most this many traces. */
  readonly limit?: number;
  readonly onProgress?: (done: number, total: number) => void;
  /** Stops between two batches; calls of a model that are in hand are given up. */
  readonly signal?: AbortSignal;
  /**
   * Milliseconds for which traces rest that no model answers for. Default 0: whoever asks again has them looked at
   * at once.
   */
  readonly pauseMs?: number;
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
  const learner = batchLearner(ports, options);
  try {
    while (fates.length < limit && options.signal?.aborted !== true && !ports.closing.aborted) {
      const batch = await runQueueBatch(ports, {
        filter,
        kind: "trace",
        limit: Math.min(BATCH_SIZE, limit - fates.length),
        handle: learner.begin(),
        onFailure: (_job, error) => ports.report(error, "process.trace"),
        describe: ports.describe,
      });
      if (batch.claimed === 0) break;
      const news = batch.updates.flatMap((update) => fateOf(batch.jobs, update));
      fates.push(...news.filter((fate) => !learner.isRepeated(fate.traceId)));
      // Leases that ran out meanwhile bring the same traces again, and again no model answers for them.
      if (batch.jobs.every(({ id }) => learner.isRepeated(id))) break;
      options.onProgress?.(fates.length, Math.max(total, fates.length));
    }
  } finally {
    await learner.release();
  }
  const { trace } = await ports.store.countJobs(filter);
  const { learned, rejected, skipped, errored, waiting } = countFates(fates);
  const { pause } = learner;
  return {
    learned,
    rejected,
    skipped,
    errored,
    waiting: trace.waiting + trace.leased + waiting,
    traces: fates,
    ...(pause !== undefined && { paused: { code: pause.code, detail: pause.detail } }),
  };
}

type Handle = (jobs: readonly Job[]) => Promise<readonly JobUpdate[]>;

interface BatchLearner {
  /** For the next batch. */
  begin(): Handle;
  /** Whether the trace was met before in this run, and no model answered for it. */
  isRepeated(id: string): boolean;
  /** Puts back what was kept, so that whoever asks next finds it due. */
  release(): Promise<void>;
  readonly pause: ModelPause | undefined;
}

/**
 * With a model traces may be left unfinished. They stay leased until the run ends, so that it comes to those behind them:
 * what needs no model is learned whether or not one answers.
 */
function batchLearner(ports: ProcessPorts, { scope, signal, pauseMs = 0 }: ProcessOptions): BatchLearner {
  const { learning, store, clock, owner, closing } = ports;
  let pause: ModelPause | undefined;
  const kept = new Set<string>();
  const seen = new Set<string>();
  let repeated = new Set<string>();
  const stop = signal === undefined ? closing : AbortSignal.any([closing, signal]);

  const learn = async (
    learningPorts: ModelLearning,
    jobs: readonly Job[],
    memory: StageMemory,
  ): Promise<readonly JobUpdate[]> => {
    const withModel = { ...ports, learning: learningPorts, signal: stop };
    const done = await learnWithModel(withModel, { scope, jobs, memory, pause });
    pause ??= done.pause;
    const unfinished = done.unfinished.map(({ id, patch }): JobUpdate => {
      if (seen.has(id)) repeated.add(id);
      seen.add(id);
      if (stop.aborted || pauseMs > 0) {
        const rest = stop.aborted ? {} : { notBefore: clock.now() + pauseMs };
        return { id, patch: { ...patch, ...rest, state: "waiting" } };
      }
      kept.add(id);
      return { id, patch };
    });
    return [...done.updates, ...unfinished];
  };

  return {
    begin() {
      repeated = new Set();
      const memory: StageMemory = new Map();
      return (jobs) =>
        learning === undefined ? processTraceJobs(ports, { scope, jobs }) : learn(learning, jobs, memory);
    },
    isRepeated: (id) => repeated.has(id),
    async release() {
      if (kept.size === 0) return;
      const updates = [...kept].map((id): JobUpdate => ({ id, patch: { state: "waiting" } }));
      // If even this fails, the leases run out by themselves.
      await store.commitJobs(owner, updates, clock.now()).catch(() => undefined);
    },
    get pause() {
      return pause;
    },
  };
}

function fateOf(jobs: readonly Job[], { id, patch }: JobUpdate): readonly TraceFate[] {
  const job = jobs.find((candidate) => candidate.id === id);
  if (job === undefined) return [];
  // One that is kept leased for the time being waits like any other.
  return [traceFate({ ...job, state: "waiting", ...patch })];
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
): Pick<ProcessReport, "learned" | "rejected" | "skipped" | "errored" | "waiting"> {
  const count = (result: TraceFate["result"]): number =>
    fates.filter((fate) => fate.result === result).length;
  return {
    learned: count("learned"),
    rejected: count("rejected"),
    skipped: count("skipped"),
    errored: count("errored"),
    // Those that wait in the queue are counted there.
    waiting: fates.filter(({ state, result }) => state === "done" && result === "waiting").length,
  };
}
