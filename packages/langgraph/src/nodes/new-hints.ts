import type { AgentRun } from "@skillloop/core/adapter/langchain";
import { hintKey } from "../state/hint-key.ts";
import { readTurn } from "../state/read-turn.ts";
import type { SkillLoopNotes } from "../state/skill-loop-notes.ts";

/**
 * The hints for results that a tool node is about to write, by the keys under which they stand in the state.
 * Waits for recall at most as long as the loop's budget.
 */
export async function newHints(
  run: AgentRun,
  notes: SkillLoopNotes,
  before: readonly unknown[],
  written: readonly unknown[],
  graph: string,
): Promise<Readonly<Record<string, string>>> {
  // Most tools do what they are asked to: then nothing is read.
  if (!(await run.hasNewHint())) return {};
  const { transcript, news } = readTurn([...before, ...written], notes, { graph });
  const { hints } = await run.notes(news);
  const keyed = hints.flatMap(({ message, place, text }): [string, string][] => {
    if (message < before.length) return [];
    const entry = transcript.entries.find(
      (one) => one.kind === "result" && one.message === message && one.place === place,
    );
    return entry?.kind === "result" ? [[hintKey(entry.result.id, entry.occurrence), text]] : [];
  });
  return Object.fromEntries(keyed);
}
