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
 * What a model draws from one run, and what a second look leaves of it: a function of the trace alone, so that traces may
 * be asked about in any order. Rejects with what a stage rejects with; the stages before it are kept.
 */
export async function reflectOn(
  { learning, signal }: Pick<LearningPorts, "learning" | "signal">,
  keeper: StageKeeper,
  run: LearningRun,
  { learned, shown }: ReflectFacts,
): Promise<void> {
  const { stages, model, finder } = learning;
  const ports = { model, finder, signal };
  const { trace } = run;
  if (!isPast(run.at, "reflect")) {
    const reflection = await stages.reflect(ports, { trace, untaught: learned.dismissed, shown });
    advance(keeper, run, "reflect", reflection);
  }
  if (!isPast(run.at, "skeptic")) {
    const claims = run.at?.progress.claims ?? [];
    const doubted = claims.length === 0 ? [] : await stages.doubt(ports, { trace, claims });
    advance(keeper, run, "skeptic", { claims: doubted });
  }
}
