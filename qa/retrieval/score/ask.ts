import type { RecallResult } from "@skillloop/core";
import type { LibrarySkill, RetrievalProbe } from "../data/formats.ts";
import type { CachedEmbedder } from "../home/cached-embedder.ts";
import { inHome } from "../home/in-home.ts";
import { openRecaller, type Recaller } from "../home/recaller.ts";
import type { Outcome } from "./outcome.ts";

/** Tasks and errors asked before the first probe, unscored. */
const warmUpCalls = 20;

export interface RecallOutcome extends Outcome {
  /** Milliseconds of the call. */
  readonly ms: number;
  /** Why nothing came, in recall's own words; `""` when something did. */
  readonly abstained: string;
  readonly degraded: boolean;
}

/** Puts every probe to a loop that serves `skills` from a home of its own. */
export async function askAll(request: {
  readonly skills: readonly LibrarySkill[];
  readonly probes: readonly RetrievalProbe[];
  /** Opened for this home alone, so that no vector is known from another one. Closed here. */
  readonly embedder?: CachedEmbedder | undefined;
}): Promise<readonly RecallOutcome[]> {
  const { skills, probes, embedder } = request;
  return inHome(skills, async (home) => {
    const recaller = await openRecaller({ home, embedder });
    try {
      await warmUp(recaller, skills);
      embedder?.stopReading();
      const outcomes: RecallOutcome[] = [];
      for (const probe of probes) outcomes.push(await ask(recaller, probe));
      return outcomes;
    } finally {
      await recaller.close();
      await embedder?.close?.();
    }
  });
}

/** Asks what the skills themselves say they are asked, so that times are those of a process that has run a while. */
async function warmUp(recaller: Recaller, skills: readonly LibrarySkill[]): Promise<void> {
  const texts = skills.flatMap(({ queries }) => queries.slice(0, 1)).slice(0, warmUpCalls);
  for (const text of texts) {
    await recaller.recall(text, { history: [] });
    await recaller.recallForError(`error: ${text}`);
  }
}

type AskedRecaller = Pick<Recaller, "recall" | "recallForError">;

/** One probe as one call of the public API. */
export async function ask(recaller: AskedRecaller, probe: RetrievalProbe): Promise<RecallOutcome> {
  const start = performance.now();
  const result = await recall(recaller, probe);
  const ms = performance.now() - start;
  const { hits, abstained, degraded } = result;
  return {
    probe,
    given: hits.map(({ name, score }) => ({ name, score })),
    ms,
    abstained: abstained === undefined ? "" : `${abstained.reason}: ${abstained.detail}`,
    degraded: degraded !== undefined,
  };
}

function recall(recaller: AskedRecaller, probe: RetrievalProbe): Promise<RecallResult> {
  if (probe.mode === "error") return recaller.recallForError(probe.text);
  return recaller.recall(probe.text, { history: probe.history });
}
