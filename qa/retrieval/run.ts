import type { BaselineResult } from "./baselines/baseline.ts";
import { runBaselines } from "./baselines/run-baselines.ts";
import type { LibrarySkill, RetrievalProbe } from "./data/formats.ts";
import { type EmbedderChoice, openEmbedder } from "./home/open-embedder.ts";
import { askAll, type RecallOutcome } from "./score/ask.ts";
import { type ClassScore, classScores, type OverallScore, overallScore } from "./score/scores.ts";

/** Recall over one library, scored. */
export interface RecallRun extends OverallScore {
  readonly skills: number;
  readonly outcomes: readonly RecallOutcome[];
  readonly classes: Readonly<Record<string, ClassScore>>;
}

export interface MeasuredRun extends RecallRun {
  readonly baselines: readonly BaselineResult[];
}

interface RunRequest {
  readonly skills: readonly LibrarySkill[];
  readonly probes: readonly RetrievalProbe[];
  readonly embedder: EmbedderChoice;
}

/** Recall alone. */
async function runRecallProbes({ skills, probes, embedder }: RunRequest): Promise<RecallRun> {
  // One of its own for each run: vectors of queries that another run left in memory would make this one look fast.
  const outcomes = await askAll({ skills, probes, embedder: await openEmbedder(embedder) });
  return scoredRun(skills, outcomes);
}

export function scoredRun(skills: readonly LibrarySkill[], outcomes: readonly RecallOutcome[]): RecallRun {
  return { skills: skills.length, outcomes, classes: classScores(outcomes), ...overallScore(outcomes) };
}

/** Recall, then the baselines on the same probes over the same skills. */
export async function runMeasured(request: RunRequest): Promise<MeasuredRun> {
  const run = await runRecallProbes(request);
  const embedder = await openEmbedder(request.embedder);
  try {
    return { ...run, baselines: await runBaselines({ ...request, embedder }) };
  } finally {
    await embedder?.close?.();
  }
}
