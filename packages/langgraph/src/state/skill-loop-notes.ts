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
  /** Whose they are, as the loop names the scope; `""` when nobody's are kept. */
  readonly scope: string;
  /** The graph whose recall node began the run; `""` for the outermost. */
  readonly graph: string;
  /** Graphs inside it with a recall node of their own: each is an agent, and a run, of its own. */
  readonly agents: Readonly<Record<string, AgentNotes>>;
  /** How many calls of the task a learn node has recorded. */
  readonly learned: number;
  /** Whether a learn node has ended the run: the next user message is a task of its own. */
  readonly ended: boolean;
}

/** What is kept of an agent inside a graph that works on the graph's own task. */
export interface AgentNotes {
  /** How many calls of the task there were before it began. */
  readonly from: number;
  /** The messages whose calls its learn node has recorded, by their ids. */
  readonly learned: readonly string[];
  readonly ended: boolean;
}

/** A change of the notes. Another `runId` begins anew; within a run, hints and agents are added to. */
export type SkillLoopUpdate = Pick<SkillLoopNotes, "runId"> & Partial<SkillLoopNotes>;

/** What the nodes read of a graph's state. */
export interface SkillLoopGraphState {
  readonly messages: readonly unknown[];
  readonly skillloop?: SkillLoopNotes | undefined;
}

export function emptyNotes(): SkillLoopNotes {
  return {
    runId: "",
    task: "",
    block: "",
    hints: {},
    scope: "",
    graph: "",
    agents: {},
    learned: 0,
    ended: false,
  };
}

/** The reducer of the channel. Nodes that ran at once may each bring hints, in any order. */
export function mergeSkillLoopNotes(
  current: SkillLoopNotes | undefined,
  update: SkillLoopUpdate,
): SkillLoopNotes {
  const before = current?.runId === update.runId ? current : emptyNotes();
  return {
    ...before,
    ...update,
    hints: { ...before.hints, ...update.hints },
    agents: { ...before.agents, ...update.agents },
  };
}

/** Whether notes may be shown and added to for a call of this scope: one user's never go to another. */
export function isOfScope(notes: SkillLoopNotes, scope: string | undefined): boolean {
  const { block, hints } = notes;
  if ((notes.scope ?? "") === "") return block === "" && Object.keys(hints).length === 0;
  return notes.scope === scope;
}

/** The same run with nothing to show, for the rest of a task that somebody else goes on with. */
export function withoutNotes({ task, scope, graph }: SkillLoopNotes): SkillLoopUpdate {
  return { runId: crypto.randomUUID(), task, scope, graph };
}
