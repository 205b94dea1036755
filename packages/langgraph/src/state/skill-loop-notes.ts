/**
 * What SkillLoop keeps in a graph's state, under the key `skillloop`: plain data, so that a graph taken up
 * from a checkpoint in another process goes on with the same bytes.
 */
export interface SkillLoopNotes {
  /** Names the run; `""` before the first. */
  readonly runId: string;
  /** Names the user message that is the run's task. */
  readonly task: string;
  /** What stands behind the task in every request of the run; `""` when nothing is known. */
  readonly block: string;
  /** What stands behind a failed result, by call. */
  readonly hints: Readonly<Record<string, string>>;
  /** How many calls of the task a learn node has recorded. */
  readonly learned: number;
  /** Whether a learn node has ended the run: the next user message is a task of its own. */
  readonly ended: boolean;
}

/** A change of the notes. Another `runId` begins anew; within a run, hints are added to. */
export type SkillLoopUpdate = Pick<SkillLoopNotes, "runId"> & Partial<SkillLoopNotes>;

/** What the nodes read of a graph's state. */
export interface SkillLoopGraphState {
  readonly messages: readonly unknown[];
  readonly skillloop?: SkillLoopNotes | undefined;
}

export function emptyNotes(): SkillLoopNotes {
  return { runId: "", task: "", block: "", hints: {}, learned: 0, ended: false };
}

/** The reducer of the channel. Nodes that ran at once may each bring hints, in any order. */
export function mergeSkillLoopNotes(
  current: SkillLoopNotes | undefined,
  update: SkillLoopUpdate,
): SkillLoopNotes {
  const before = current?.runId === update.runId ? current : emptyNotes();
  return { ...before, ...update, hints: { ...before.hints, ...update.hints } };
}
