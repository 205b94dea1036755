import type { PipelinePorts } from "../../pipeline.ts";
import type { Job } from "../../types/job.ts";
import type { ModelProgress, ModelStage } from "../../types/model-progress.ts";
import type { Trace } from "../../types/trace.ts";
import type { Checkpoints } from "./checkpoint.ts";
import type { ModelLearning } from "./model-learning.ts";
import type { StageProgress } from "./read-progress.ts";

export interface LearningPorts extends PipelinePorts {
  readonly learning: ModelLearning;
  /** Aborts the calls in hand; what they were for is kept for another time. */
  readonly signal: AbortSignal;
  readonly report: (error: unknown, event: string) => void;
  readonly describe: (error: unknown) => string;
}

/** One trace on its way through the stages. */
export interface LearningRun {
  readonly job: Job;
  readonly trace: Trace;
  /** The last stage that is over, and what the stages left. */
  at: StageProgress | undefined;
}

/** What stages are known to have left, by trace: a batch that is handled again after a failure repeats none of them. */
export type StageMemory = Map<string, StageProgress>;

export interface StageKeeper {
  readonly memory: StageMemory;
  readonly checkpoints: Pick<Checkpoints, "note">;
}

/** A stage is over: what it left is known from here on, and stored soon. */
export function advance(
  { memory, checkpoints }: StageKeeper,
  run: LearningRun,
  stage: ModelStage,
  fields: Partial<ModelProgress>,
): ModelProgress {
  const progress = asStored({ ...run.at?.progress, ...fields, form: 2 });
  run.at = { stage, progress };
  memory.set(run.trace.id, run.at);
  checkpoints.note(run.trace.id, run.at);
  return progress;
}

/** What is used now is what a restart would read. */
function asStored(progress: ModelProgress): ModelProgress {
  return JSON.parse(JSON.stringify(progress)) as ModelProgress;
}
