import { skipped } from "../../pipeline.ts";
import type { Job } from "../../types/job.ts";
import type { Scope } from "../../types/scope.ts";
import { checkpoints } from "./checkpoint.ts";
import { type LearnedBatch, LearningBatch } from "./learning-batch.ts";
import type { LearningPorts, LearningRun, StageMemory } from "./learning-run.ts";
import type { ModelPause } from "./model-learning.ts";
import { readProgress } from "./read-progress.ts";

const DEFAULT_GATHER_MS = 200;

/**
 * Takes a batch of trace jobs through every stage. Evidence and repairs come first and need no model; then a model is
 * asked about several traces at once; what they teach goes into the library one trace after the other. A trace goes on
 * where it stopped, and no stage that is over is run again. Throws when the store fails.
 */
export async function learnWithModel(
  ports: LearningPorts,
  {
    scope,
    jobs,
    memory,
    pause: paused,
  }: {
    readonly scope: Scope;
    readonly jobs: readonly Job[];
    readonly memory: StageMemory;
    /** Set when no model answered before: then only what needs none is done. */
    readonly pause?: ModelPause | undefined;
  },
): Promise<LearnedBatch> {
  const { store, clock, owner, learning } = ports;
  const filter = { scope, reach: "within" } as const;
  const traces = await store.getTraces(
    filter,
    jobs.map(({ id }) => id),
  );
  const present = new Map(traces.map((trace) => [trace.id, trace]));
  const runs = jobs.flatMap((job): LearningRun[] => {
    const trace = present.get(job.id);
    return trace === undefined ? [] : [{ job, trace, at: memory.get(job.id) ?? readProgress(job) }];
  });
  const kept = checkpoints({ store, clock, owner, gatherMs: learning.gatherMs ?? DEFAULT_GATHER_MS });
  const batch = new LearningBatch(ports, { memory, checkpoints: kept }, paused);
  for (const { id } of jobs)
    if (!present.has(id)) batch.end(id, skipped("trace", "the trace was purged before it was processed"));

  try {
    await batch.recordEvidence(runs);
    const open = await batch.learnRepairs(runs);
    await batch.askAndWrite(open, kept);
    await kept.settled();
    return batch.result(runs);
  } finally {
    await learning.settled?.();
  }
}
