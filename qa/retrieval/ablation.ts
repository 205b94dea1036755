import { ablatedModels } from "./ablated-models.ts";
import type { LibrarySkill, RetrievalProbe } from "./data/formats.ts";
import { inHome } from "./home/in-home.ts";
import { type EmbedderChoice, openEmbedder } from "./home/open-embedder.ts";
import { openModelRecall } from "./home/open-model-recall.ts";
import { type RecallRun, scoredRun } from "./run.ts";
import { ask, type RecallOutcome } from "./score/ask.ts";

export interface AblationRow {
  readonly without: string;
  readonly run: RecallRun;
}

/**
 * The same probes once more for each group of features, with its weights at 0 and the others as they were fitted:
 * what recall as it stands would lose, and not how well it could be fitted without them. Its times mean nothing.
 */
export async function runAblation(request: {
  readonly skills: readonly LibrarySkill[];
  readonly probes: readonly RetrievalProbe[];
  readonly embedder: EmbedderChoice;
}): Promise<readonly AblationRow[]> {
  const { skills, probes, embedder: choice } = request;
  const used = choice === "none" ? (["taskByWords", "errorByWords"] as const) : (["task", "error"] as const);
  return inHome(skills, async (home) => {
    const recall = await openModelRecall(home, await openEmbedder(choice));
    try {
      const rows: AblationRow[] = [];
      for (const { without, models } of ablatedModels(used)) {
        process.stderr.write(`without ${without}\n`);
        const recaller = recall.under(models);
        const outcomes: RecallOutcome[] = [];
        for (const probe of probes) outcomes.push(await ask(recaller, probe));
        rows.push({ without, run: scoredRun(skills, outcomes) });
      }
      return rows;
    } finally {
      await recall.close();
    }
  });
}
