import type { CallEvent } from "../../trace/trace-event.ts";
import type { AgentRun } from "../agent-run.ts";
import { goesOn, inputKey, saidCalls } from "../call-keys.ts";
import type { AskedEntry, ResultEntry, Transcript } from "../transcript.ts";

/**
 * The runs in a root, each with the agents that work at it: none for a run that waited for a person, or that
 * its agent has given to another one. Who goes on with it is told by the task.
 */
export type RootRuns = Map<AgentRun, Set<string>>;

/** What tells whose request it is. */
export interface Asker {
  readonly scopeKey: string;
  /** The graph's run that asks. */
  readonly agent: string;
}

/** Those of one scope, the latest first: what one user's call is about is never another's run. */
export function runsOf(runs: RootRuns, scopeKey: string): readonly AgentRun[] {
  return [...runs.keys()].filter((run) => !run.isEnded && run.scopeKey === scopeKey).reverse();
}

/**
 * The run that a request goes on with: its agent's own for this task, or one whose calls its messages hold,
 * as an agent has them that work was handed to. Agents that were asked the same and have not seen one
 * another's calls are runs of their own: what one of them found out is no lesson of the other.
 */
export function knownRun(runs: RootRuns, asker: Asker, transcript: Transcript): AgentRun | undefined {
  const open = runsOf(runs, asker.scopeKey).filter(({ task }) => task === transcript.task);
  const own = open.find((run) => runs.get(run)?.has(asker.agent) === true);
  if (own !== undefined && own.calls.length > 0) return own;
  const said = saidCalls(transcript);
  if (own !== undefined && said.length === 0) return own;
  const fitting = open.filter((run) => !run.isAnswering && goesOn(run.calls, said));
  if (fitting.length === 1) return fitting[0];
  const waiting = open.filter((run) => runs.get(run)?.size === 0);
  return own ?? (waiting.length === 1 ? waiting[0] : undefined);
}

/** A conversation without the calls that other runs beside this one have recorded, and their results. */
export function withoutCallsOf(
  others: readonly AgentRun[],
  own: AgentRun | undefined,
  transcript: Transcript,
): Transcript {
  if (others.length === 0) return transcript;
  const has = (run: AgentRun, { id = "", tool, input }: CallEvent): boolean =>
    run.calls.some(
      (call) => call.frameworkId === id && call.tool === tool && call.inputKey === inputKey(input),
    );
  const isOthers = (call: CallEvent): boolean =>
    (own === undefined || !has(own, call)) && others.some((run) => has(run, call));
  const { task, taskMessage } = transcript;
  return {
    task,
    taskMessage,
    get history() {
      return transcript.history;
    },
    entries: transcript.entries.flatMap((entry): readonly (AskedEntry | ResultEntry)[] => {
      if (entry.kind === "result") {
        return entry.call !== undefined && isOthers(entry.call) ? [] : [entry];
      }
      const calls = entry.calls.filter((call) => !isOthers(call));
      if (calls.length === entry.calls.length) return [entry];
      return calls.length === 0 ? [] : [{ ...entry, calls }];
    }),
  };
}
