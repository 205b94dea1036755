import { type Embedder, type RecallResult, SkillLoop } from "@skillloop/core";
import { SCOPE } from "./skill-row.ts";

/** A busy machine may make an answer late and must not make it another one. */
export const budgetMs = 5_000;

/** The public side of recall that probes are put to. */
export interface Recaller {
  recall(text: string, options: { readonly history: readonly string[] }): Promise<RecallResult>;
  recallForError(text: string): Promise<RecallResult>;
  close(): Promise<void>;
}

/** Opens a filled home as a host would. */
export async function openRecaller(request: {
  readonly home: string;
  readonly embedder?: Embedder | undefined;
}): Promise<Recaller> {
  const { home, embedder } = request;
  const loop = await SkillLoop.open({
    home,
    scope: SCOPE,
    worker: "manual",
    recallBudgetMs: budgetMs,
    ...(embedder !== undefined && { embedder }),
  });
  if (embedder !== undefined) await loop.skills.reembed();
  return loop;
}
