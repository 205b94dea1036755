import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type LanguageModel, type Skill, SkillLoop } from "@skillloop/core";
import { type FirstRun, learnInputOf } from "./first-round.ts";
import { rerun } from "./second-round.ts";

export interface LearnedLoop extends AsyncDisposable {
  readonly loop: SkillLoop;
  readonly skills: readonly Skill[];
  /** Failures of ours that the loop was told of. */
  readonly complaints: readonly string[];
}

/** After a failed re-run a patch may have one of its own. */
const mostRounds = 3;

/** A loop that has learned from the first round and run its pending re-runs. */
export async function learnedLoop(runs: readonly FirstRun[], model?: LanguageModel): Promise<LearnedLoop> {
  const home = await mkdtemp(join(tmpdir(), "skillloop-qa-loop-home-"));
  const complaints: string[] = [];
  const loop = await SkillLoop.open({
    home,
    scope: { project: "loop" },
    worker: "manual",
    // A busy machine should make the simulation slower, never forgetful.
    recallBudgetMs: 10_000,
    onError: ({ code, message }) => complaints.push(`${code}: ${message}`),
    ...(model && { model }),
  });
  for (const receipt of await loop.learnMany(runs.map(learnInputOf))) {
    if (receipt instanceof Error) throw receipt;
  }
  for (let round = 0; round < mostRounds; round += 1) {
    await loop.process();
    const { ran } = await loop.runPendingEvals(rerun);
    if (ran === 0) break;
  }
  return {
    loop,
    skills: await loop.skills.list(),
    complaints,
    async [Symbol.asyncDispose]() {
      await loop.close();
      await rm(home, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
