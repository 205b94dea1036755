import type { Loop } from "@skillloop/core";
import { type AgentRun, RunTable, type Transcript } from "@skillloop/core/adapter/langchain";
import type { Turn } from "../state/read-turn.ts";
import { isOfScope } from "../state/skill-loop-notes.ts";
import { withoutFirstCalls } from "../state/unlearned.ts";
import { nameOf, nameRun, rememberStored, storedCalls } from "./given-up-runs.ts";
import type { NodeCall, SkillLoopNodeOptions } from "./node-options.ts";
import { goOn } from "./waiting-runs.ts";

interface ArrivingCall extends NodeCall {
  readonly options: SkillLoopNodeOptions;
}

/** The nodes of a graph are made one by one: what they share hangs on the loop that all are given. */
const tablesOfLoop = new WeakMap<Loop, Map<string, RunTable<ArrivingCall>>>();

export interface NodeArrival extends NodeCall {
  readonly options: SkillLoopNodeOptions;
  readonly turn: Turn;
  /** Names the run. Default: what the notes of the turn name. */
  readonly runId?: string;
  readonly tools?: readonly string[] | undefined;
}

/** Whether the turn's notes are another user's: then nothing of it is recorded, and nothing of them shown. */
export function isForeign({ options, state, config, turn }: NodeArrival): boolean {
  const { notes } = turn;
  // Of a run that has ended only what came after is read: whose it is, its own scope says.
  if (notes === undefined || notes.ended) return false;
  return !isOfScope(notes, scopeOf(options, { state, config }));
}

/** The scope of a call as the loop names it; `undefined` when it cannot be told. */
export function scopeOf(options: SkillLoopNodeOptions, call: NodeCall): string | undefined {
  return tableOf(options).scopeKeyOf({ options, ...call });
}

/** The run that a node works for; `undefined` when its scope or its task cannot be told. */
export function runOfNode({ options, state, config, turn, runId, tools }: NodeArrival): AgentRun | undefined {
  const named = runId ?? runName(turn);
  if (turn.transcript.task === "" && named === "") return undefined;
  const table = tableOf(options);
  const call = { options, state, config };
  const within = table.scopeKeyOf(call);
  if (within === undefined) return undefined;
  const known = named || threadName(config, turn);
  const name = known === "" ? "" : `${within}\n${known}`;
  const run = table.runOf({
    call,
    transcript: withoutFirstCalls(turn.news, storedCalls(options.loop, name)),
    ...(named !== "" && { key: named }),
    tools,
  });
  if (run === undefined) return undefined;
  goOn(run);
  nameRun(run, name);
  // A node asks no model: what comes next may be the run's next request.
  run.said("");
  run.verify ??= options.verify;
  run.onHint ??= options.onHint;
  // Taken up from a checkpoint: what the model was shown has to be known here too.
  if (run.calls.length === 0 && (turn.notes?.block ?? "") !== "") void shownAgain(run, turn);
  return run;
}

/** What of a turn is to be recorded in its run. */
export function unstored({ loop }: SkillLoopNodeOptions, run: AgentRun, { news }: Turn): Transcript {
  return withoutFirstCalls(news, storedCalls(loop, nameOf(run)));
}

function threadName({ configurable }: NodeCall["config"], { taskKey }: Turn): string {
  const thread: unknown = configurable?.["thread_id"];
  // A task without an id may be that of another run in the same thread.
  return typeof thread === "string" && !taskKey.startsWith("#") ? `thread ${thread}\n${taskKey}` : "";
}

/** What the notes of a turn call the run of the agent that reads it. */
export function runName({ notes, agent }: Pick<Turn, "notes" | "agent">): string {
  if (notes === undefined) return "";
  return agent === undefined ? notes.runId : `${notes.runId} ${agent.name}`;
}

/** Asks for the block once more, so that the run's trace tells which skills it was shown. Cheap the second time. */
export async function shownAgain(run: AgentRun, { transcript }: Turn): Promise<void> {
  await run.notes({ ...transcript, entries: [] });
}

export function tableOf(options: SkillLoopNodeOptions): RunTable<ArrivingCall> {
  const { loop, inject = true, record = true, idleTimeoutMs } = options;
  const tables = tablesOfLoop.get(loop) ?? new Map<string, RunTable<ArrivingCall>>();
  tablesOfLoop.set(loop, tables);
  const name = `${inject} ${record}`;
  const known = tables.get(name);
  if (known !== undefined) return known;
  const table = new RunTable<ArrivingCall>(
    {
      loop,
      inject,
      record,
      ...(idleTimeoutMs !== undefined && { idleTimeoutMs }),
      scope: ({ options: { scope }, ...call }) => (typeof scope === "function" ? scope(call) : (scope ?? {})),
      taskId: ({ options: { taskId }, ...call }) => (typeof taskId === "function" ? taskId(call) : taskId),
    },
    (run) => {
      goOn(run);
      rememberStored(loop, run);
    },
  );
  tables.set(name, table);
  return table;
}

/** All tables of a loop's nodes. */
export function tablesOf(loop: Loop): readonly RunTable<ArrivingCall>[] {
  return [...(tablesOfLoop.get(loop)?.values() ?? [])];
}
