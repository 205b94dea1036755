import { readField } from "../../trace/json-value.ts";
import { callIdOf } from "../../trace/trace-event.ts";
import type { Trace } from "../../types/trace.ts";
import type { AgentRun } from "../agent-run.ts";
import { inputKey } from "../call-keys.ts";
import type { RunCall } from "../call-table.ts";
import { langchainTranscript } from "../langchain-messages.ts";
import type { RunTable } from "../run-table.ts";
import type { Transcript } from "../transcript.ts";
import type { HostTask, MetCall } from "./langchain-call.ts";
import { holdRuns, type LangchainRoot } from "./langchain-roots.ts";
import { knownRun, runsOf } from "./root-runs.ts";

/** A tool as its start tells of it. */
export interface StartedTool {
  readonly id: string | undefined;
  readonly tool: string;
  readonly input: unknown;
}

/** The call that a tool's run answers. */
export interface BoundCall {
  readonly run: AgentRun;
  readonly id: string;
  readonly occurrence: number;
}

/** Where an event comes from. */
export interface EventPlace {
  readonly root: LangchainRoot;
  /** The graph's run that it is part of. */
  readonly agent: string;
  readonly met: MetCall;
}

/** Finds the agent's run that an event of LangChain belongs to, and ends what its roots end. */
export class LangchainRuns {
  readonly #table: RunTable<MetCall>;
  /** Runs of a thread that wait for a person: the next root of that thread goes on with them. */
  readonly #suspended = new Map<string, Set<AgentRun>>();
  /** Runs that only the end of their task ends. */
  readonly #tasks = new Map<HostTask, Set<AgentRun>>();

  constructor(table: RunTable<MetCall>) {
    this.#table = table;
  }

  /** The run of a request to a model. `undefined` when the scope cannot be told. */
  ofRequest(
    place: EventPlace,
    {
      transcript,
      tools,
    }: { readonly transcript: Transcript; readonly tools?: readonly string[] | undefined },
  ): AgentRun | undefined {
    const { root, agent, met } = place;
    const scopeKey = this.#table.scopeKeyOf(met);
    if (scopeKey === undefined) return undefined;
    this.#resume(place);
    const known = knownRun(root.runs, { scopeKey, agent }, transcript);
    if (known !== undefined) {
      root.runs.get(known)?.add(agent);
      this.#table.touch(known);
      known.asking();
      return known;
    }
    const key = keyOf(place, transcript.task);
    const run = this.#table.runOf({ call: met, transcript, key, tools });
    if (run === undefined) return undefined;
    this.#keep(place, run);
    return run;
  }

  /** The call that a starting tool answers, in the run it belongs to; it is added to it when nobody asked for it. */
  ofTool(place: EventPlace, started: StartedTool): BoundCall | undefined {
    const { root, agent, met } = place;
    const scopeKey = this.#table.scopeKeyOf(met);
    if (scopeKey === undefined) return undefined;
    this.#resume(place);
    const inScope = runsOf(root.runs, scopeKey);
    const own = inScope.filter((run) => root.runs.get(run)?.has(agent) === true);
    const bound =
      firstBound(own, started) ??
      // What waited for a person runs again, with all tools of its step (LG4).
      firstBound(
        inScope.filter((run) => root.runs.get(run)?.size === 0),
        started,
      ) ??
      firstBound(inScope, started, { onlyOpen: true });
    if (bound !== undefined) return bound;
    if (root.kind === "tool") return this.#ofLoneTool(place, started);
    const run = own[0] ?? inScope[0] ?? this.#ofInputs(place);
    return run === undefined ? undefined : added(run, started);
  }

  /** The runs that a result in what a node gave back may belong to: its agent's, else all of its scope. */
  ofResults({ root, agent, met }: EventPlace): readonly AgentRun[] {
    const scopeKey = this.#table.scopeKeyOf(met);
    if (scopeKey === undefined) return [];
    const inScope = runsOf(root.runs, scopeKey);
    const own = inScope.filter((run) => root.runs.get(run)?.has(agent) === true);
    return own.length > 0 ? own : inScope;
  }

  /** The runs of a task in a root, in the scope of the call that asks. */
  ofTask({ root, met }: EventPlace, task: string): readonly AgentRun[] {
    const scopeKey = this.#table.scopeKeyOf(met);
    return scopeKey === undefined ? [] : runsOf(root.runs, scopeKey).filter((run) => run.task === task);
  }

  /** Ends the runs of a root, unless a person is to answer first, or the host goes on with them. */
  endRoot(root: LangchainRoot, how: Trace["end"], error?: unknown): void {
    const threadId = callIdOf(root.facts.metadata["thread_id"]);
    for (const run of root.runs.keys()) {
      if (this.#isOfTask(run)) continue;
      run.held = false;
      const waits = root.interrupted || run.hasOpenCalls;
      if (how === "completed" && waits && root.isGraph && threadId !== undefined) {
        this.#suspend(threadId, run);
      } else if (how !== "completed" || root.isGraph || !run.hasOpenCalls) {
        void this.#table.end(run, how, error);
      }
    }
  }

  /** Ends the run of a plain loop whose model has given its answer. */
  endAnswered(run: AgentRun): void {
    if (!run.hasOpenCalls && !this.#isOfTask(run)) void this.#table.end(run, "completed");
  }

  /** A node of a root has failed, and may be tried again. */
  failing(root: LangchainRoot, error: unknown): void {
    for (const run of root.runs.keys()) {
      this.#table.failing(run, error);
      run.awaitsRetry = true;
    }
  }

  /** Ends the runs of a task of the host. */
  endTask(task: HostTask, how: Trace["end"], error?: unknown): void {
    for (const run of this.#tasks.get(task) ?? []) void this.#table.end(run, how, error);
    this.#tasks.delete(task);
  }

  /** Opens a task of the host, which alone ends its runs. */
  openTask(task: HostTask): void {
    this.#tasks.set(task, new Set());
  }

  /** Forgets a run that is no longer open. */
  drop(run: AgentRun): void {
    for (const [threadId, runs] of this.#suspended) {
      if (runs.delete(run) && runs.size === 0) this.#suspended.delete(threadId);
    }
    for (const runs of this.#tasks.values()) runs.delete(run);
  }

  /** The thread's waiting runs go on in a root that resumes them; a new turn ends them. */
  #resume({ root, met }: EventPlace): void {
    const { threadId } = met.call;
    if (!root.isGraph || threadId === undefined) return;
    const waiting = this.#suspended.get(threadId);
    if (waiting === undefined) return;
    for (const run of this.#table.openIn(met)) {
      if (!waiting.delete(run)) continue;
      if (isResume(root.inputs)) {
        root.runs.set(run, new Set());
        holdRuns(root);
      } else {
        void this.#table.end(run, "aborted");
      }
    }
    if (waiting.size === 0) this.#suspended.delete(threadId);
  }

  #suspend(threadId: string, run: AgentRun): void {
    const waiting = this.#suspended.get(threadId) ?? new Set();
    this.#suspended.set(threadId, waiting.add(run));
  }

  #keep({ root, agent, met: { host, task } }: EventPlace, run: AgentRun): void {
    run.verify ??= host.options.verify;
    run.onHint ??= host.options.onHint;
    root.runs.set(run, (root.runs.get(run) ?? new Set()).add(agent));
    const ofTask = task === undefined ? undefined : this.#tasks.get(task);
    if (ofTask !== undefined) {
      ofTask.add(run);
      root.pinned = true;
    }
    holdRuns(root);
  }

  #isOfTask(run: AgentRun): boolean {
    return [...this.#tasks.values()].some((runs) => runs.has(run));
  }

  /** A tool that the host calls by itself: it answers an open call of a plain loop, or is a run of its own. */
  #ofLoneTool(place: EventPlace, started: StartedTool): BoundCall | undefined {
    const { root, met } = place;
    const open = this.#table.openIn(met).flatMap((run) => {
      const bound = bind(run, started, { onlyOpen: true });
      return bound === undefined ? [] : [bound];
    });
    if (open.length === 1) return open[0];
    // Several users' loops fit: what the next request of each says of it is certain, this is not.
    if (open.length > 1) return undefined;
    const { threadId } = met.call;
    const key = threadId === undefined ? `tool ${root.id}` : `thread ${threadId}\n`;
    const run = this.#table.runOf({ call: met, transcript: langchainTranscript([]), key });
    if (run === undefined) return undefined;
    this.#keep(place, run);
    return added(run, started);
  }

  /** A graph that calls tools without a model: its task stands in what it was started with. */
  #ofInputs(place: EventPlace): AgentRun | undefined {
    // What a person was waited for is told by the next request's messages, and was not recorded here.
    if (place.root.isGraph && isResume(place.root.inputs)) return undefined;
    const transcript = inputTranscript(place.root.inputs);
    const run = this.ofRequest(place, { transcript });
    run?.observe(transcript);
    return run;
  }
}

/** A graph's runs go by their agent. A plain loop has a root a call: its thread tells more, else its calls. */
function keyOf({ root, agent, met }: EventPlace, task: string): string | undefined {
  if (root.isGraph) return `root ${root.id} ${agent}\n${task}`;
  const { threadId } = met.call;
  return threadId === undefined ? undefined : `thread ${threadId}\n${task}`;
}

const firstBound = (
  runs: readonly AgentRun[],
  started: StartedTool,
  only?: { readonly onlyOpen: boolean },
): BoundCall | undefined => runs.map((run) => bind(run, started, only)).find((found) => found !== undefined);

/** What a chain was started with, as a conversation. */
function inputTranscript(inputs: unknown): Transcript {
  const messages = readField(inputs, "messages");
  if (Array.isArray(messages)) return langchainTranscript(messages);
  const asked = typeof inputs === "string" ? inputs : readField(inputs, "input");
  return langchainTranscript(typeof asked === "string" ? [{ type: "human", content: asked }] : []);
}

/** A graph is resumed with a command, or with nothing. */
function isResume(inputs: unknown): boolean {
  if (inputs === undefined || inputs === null) return true;
  if (readField(inputs, "lg_name") === "Command") return true;
  const input = readField(inputs, "input");
  return "input" in Object(inputs) && (input === undefined || input === null);
}

const isOpen = ({ state }: RunCall): boolean => state === "open" || state === "interrupted";

/** By id and tool; without an id by tool and equal input, never by name alone (LC4). An open call first. */
function bind(
  run: AgentRun,
  { id, tool, input }: StartedTool,
  { onlyOpen = id === undefined }: { readonly onlyOpen?: boolean } = {},
): BoundCall | undefined {
  const fits = (call: RunCall): boolean =>
    call.tool === tool && (id === undefined ? call.inputKey === inputKey(input) : call.frameworkId === id);
  const fitting = run.calls.filter(fits);
  const call = fitting.find(isOpen) ?? (onlyOpen ? undefined : fitting.at(-1));
  return call === undefined ? undefined : boundTo(run, call);
}

function boundTo(run: AgentRun, call: RunCall): BoundCall {
  const named = run.calls.filter(({ frameworkId }) => frameworkId === call.frameworkId);
  return { run, id: call.frameworkId, occurrence: named.indexOf(call) };
}

function added(run: AgentRun, { id, tool, input }: StartedTool): BoundCall | undefined {
  run.asked([{ id, tool, input }]);
  const call = run.calls.at(-1);
  return call === undefined ? undefined : boundTo(run, call);
}
