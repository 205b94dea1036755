import type { LibrarySkill, RetrievalProbe } from "./data/formats.ts";
import type { EmbedderChoice } from "./home/open-embedder.ts";
import { recallRules } from "./recall-rules.ts";
import { type RecallRun, runRecallProbes } from "./run.ts";

export interface AblationRow {
  readonly rule: string;
  readonly run: RecallRun;
}

/** The same probes once more for each rule of recall, without that rule. */
export async function runAblation(request: {
  readonly skills: readonly LibrarySkill[];
  readonly probes: readonly RetrievalProbe[];
  readonly embedder: EmbedderChoice;
}): Promise<readonly AblationRow[]> {
  const rows: AblationRow[] = [];
  for (const { rule, without } of recallRules) {
    process.stderr.write(`without ${rule}\n`);
    rows.push({ rule, run: await runRecallProbes({ ...request, tuning: without }) });
  }
  return rows;
}
