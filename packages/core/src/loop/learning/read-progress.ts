import type { Job } from "../../types/job.ts";
import type { ModelProgress, ModelStage, WrittenDraft } from "../../types/model-progress.ts";

/** How far a trace has come, and what its stages left. */
export interface StageProgress {
  readonly stage: ModelStage;
  readonly progress: ModelProgress;
}

const order: readonly ModelStage[] = ["evidence", "repairs", "reflect", "write", "review"];

/** Whether a trace has been through a stage. */
export function isPast(at: StageProgress | undefined, stage: ModelStage): boolean {
  return at !== undefined && order.indexOf(at.stage) >= order.indexOf(stage);
}

const lists = ["claims", "dropped", "drafts", "reviews"] as const;

/**
 * What an earlier attempt at a trace left. `undefined` where there was none, and where what it left is of another form or
 * lacks what its stage leaves: the trace then starts again.
 */
export function readProgress({ stage, stageResult }: Job): StageProgress | undefined {
  const at = order.find((known) => known === stage);
  if (
    at === undefined ||
    stageResult === null ||
    typeof stageResult !== "object" ||
    Array.isArray(stageResult)
  )
    return undefined;
  const stored = stageResult as unknown as ModelProgress;
  if (stored.form !== 2) return undefined;
  if (lists.some((name) => stored[name] !== undefined && !Array.isArray(stored[name]))) return undefined;
  const read = { stage: at, progress: stored };
  if (isPast(read, "reflect") && stored.claims === undefined) return undefined;
  if (isPast(read, "write") && stored.drafts === undefined) return undefined;
  if (isPast(read, "review") && stored.reviews?.length !== writtenIn(stored).length) return undefined;
  return read;
}

/** The drafts with a text, each of which has a review once that stage is over. */
export function writtenIn({ drafts = [] }: ModelProgress): readonly WrittenDraft[] {
  return drafts.flatMap((draft) => ("written" in draft ? [draft] : []));
}
