import type { LearnResult } from "../../types/lesson.ts";
import type { SkillVersion } from "../../types/skill.ts";
import { advance, type LearningPorts, type LearningRun, type StageKeeper } from "./learning-run.ts";
import { isPast } from "./read-progress.ts";

export interface ReflectFacts {
  readonly learned: LearnResult;
  /** Versions that the run was really shown. */
  readonly shown: readonly SkillVersion[];
}

/**
 * What a model draws from one run: a function of the trace alone, so that traces may be asked about in any order. Rejects with
 * what the stage rejects with.
 */
export async function reflectOn(
  { learning, signal }: Pick<LearningPorts, "learning" | "signal">,
  keeper: StageKeeper,
  run: LearningRun,
  { learned, shown }: ReflectFacts,
): Promise<void> {
  if (isPast(run.at, "reflect")) return;
  const { stages, model, finder } = learning;
  const { trace } = run;
  const input = { trace, untaught: learned.dismissed, shown };
  advance(keeper, run, "reflect", await stages.reflect({ model, finder, signal }, input));
}
