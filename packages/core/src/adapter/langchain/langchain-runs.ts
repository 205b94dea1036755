import { readField } from "../../trace/json-value.ts";
import { readLangchain } from "../../trace/read-langchain.ts";
import { callIdOf, type ResultEvent } from "../../trace/trace-event.ts";
import type { Trace } from "../../types/trace.ts";
import type { AgentRun } from "../agent-run.ts";
import { inputKey } from "../call-keys.ts";
import type { RunCall } from "../call-table.ts";
import { langchainTranscript } from "../langchain-messages.ts";
import type { RunTable } from "../run-table.ts";
import type { Transcript } from "../transcript.ts";
import type { LangchainCall } from "./langchain-call.ts";
import { holdRuns, type LangchainRoot } from "./langchain-roots.ts";

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

/** Finds the agent's run that an event of LangChain belongs to, and ends what its roots end. */
export class LangchainRuns {
  readonly #table: RunTable<LangchainCall>;
  /** Runs of a thread that wait for a person: the next root of that thread goes on with them. */
  readonly #suspended = new Map<string, Set<AgentRun>>();
  /** Runs that only the end of their task ends. */
  readonly #tasks = new Map<string, Set<AgentRun>>();

  constructor(table: RunTable<LangchainCall>) {
    this.#table = table;
  }

  /** The run of a request to a model. `undefined` when the scope cannot be told. */
  ofRequest(
    root: LangchainRoot,
    call: LangchainCall,
    {
      transcript,
      tools,
    }: { readonly transcript: Transcript; readonly tools?: readonly string[] | undefined },
  ): AgentRun | undefined {
    this.#resume(root, call);
    const known = root.runs.get(transcript.task);
    if (known !== undefined && !known.isEnded) {
      this.#table.touch(known);
      known.asking();
      return known;
    }
    const key = this.#keyOf(root, call, transcript.task);
    const run = this.#table.runOf({ call, transcript, key, tools });
    if (run === undefined) return undefined;
    root.runs.set(transcript.task, run);
    this.#keepForTask(root, call, run);
    holdRuns(root);
    return run;
  }

  /** The call that a starting tool answers, in the run it belongs to; it is added to it when nobody asked for it. */
  ofTool(root: LangchainRoot, call: LangchainCall, started: StartedTool): BoundCall | undefined {
    this.#resume(root, call);
    const inRoot = [...root.runs.values()].reverse();
    const bound = inRoot.map((run) => bind(run, started)).find((found) => found !== undefined);
    if (bound !== undefined) return bound;
    if (root.kind === "tool") return this.#ofLoneTool(root, call, started);
    const run = inRoot[0] ?? this.#ofInputs(root, call);
    return run === undefined ? undefined : added(run, started);
  }

  /** Ends the runs of a root, unless a person is to answer first, or the host goes on with them. */
  endRoot(root: LangchainRoot, how: Trace["end"], error?: unknown): void {
    const threadId = callIdOf(root.facts.metadata["thread_id"]);
    for (const run of root.runs.values()) {
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

  /** Ends the runs of a task of the host. */
  endTask(taskId: string, how: Trace["end"], error?: unknown): void {
    for (const run of this.#tasks.get(taskId) ?? []) void this.#table.end(run, how, error);
    this.#tasks.delete(taskId);
  }

  /** Opens a task of the host, which alone ends its runs. */
  openTask(taskId: string): void {
    if (!this.#tasks.has(taskId)) this.#tasks.set(taskId, new Set());
  }

  /** Forgets a run that is no longer open. */
  drop(run: AgentRun): void {
    for (const [threadId, runs] of this.#suspended) {
      if (runs.delete(run) && runs.size === 0) this.#suspended.delete(threadId);
    }
    for (const runs of this.#tasks.values()) runs.delete(run);
  }

  /** A graph's runs go by their root. A plain loop has a root a call: its thread tells more, else its calls. */
  #keyOf(root: LangchainRoot, call: LangchainCall, task: string): string | undefined {
    if (root.isGraph) return `root ${root.id}\n${task}`;
    return call.threadId === undefined ? undefined : `thread ${call.threadId}\n${task}`;
  }

  /** The thread's waiting runs go on in a root that resumes them; a new turn ends them. */
  #resume(root: LangchainRoot, call: LangchainCall): void {
    if (!root.isGraph || call.threadId === undefined) return;
    const waiting = this.#suspended.get(call.threadId);
    if (waiting === undefined) return;
    for (const run of this.#table.openIn(call)) {
      if (!waiting.delete(run)) continue;
      if (isResume(root.inputs)) {
        root.runs.set(run.task, run);
        holdRuns(root);
      } else {
        void this.#table.end(run, "aborted");
      }
    }
    if (waiting.size === 0) this.#suspended.delete(call.threadId);
  }

  #suspend(threadId: string, run: AgentRun): void {
    const waiting = this.#suspended.get(threadId) ?? new Set();
    this.#suspended.set(threadId, waiting.add(run));
  }

  #keepForTask(root: LangchainRoot, { taskId }: LangchainCall, run: AgentRun): void {
    const runs = taskId === undefined ? undefined : this.#tasks.get(taskId);
    if (runs === undefined) return;
    runs.add(run);
    root.pinned = true;
  }

  #isOfTask(run: AgentRun): boolean {
    return [...this.#tasks.values()].some((runs) => runs.has(run));
  }

  /** A tool that the host calls by itself: it answers an open call of a plain loop, or is a run of its own. */
  #ofLoneTool(root: LangchainRoot, call: LangchainCall, started: StartedTool): BoundCall | undefined {
    const open = this.#table.openIn(call).flatMap((run) => {
      const bound = bind(run, started, { onlyOpen: true });
      return bound === undefined ? [] : [bound];
    });
    if (open.length === 1) return open[0];
    // Several users' loops fit: what the next request of each says of it is certain, this is not.
    if (open.length > 1) return undefined;
    const named = call.threadId === undefined ? `tool ${root.id}` : undefined;
    const key = named ?? `thread ${call.threadId}\n`;
    const run = this.#table.runOf({ call, transcript: langchainTranscript([]), key });
    if (run === undefined) return undefined;
    root.runs.set("", run);
    this.#keepForTask(root, call, run);
    holdRuns(root);
    return added(run, started);
  }

  /** A graph that calls tools without a model: its task stands in what it was started with. */
  #ofInputs(root: LangchainRoot, call: LangchainCall): AgentRun | undefined {
    const transcript = inputTranscript(root.inputs);
    const run = this.ofRequest(root, call, { transcript });
    run?.observe(transcript);
    return run;
  }
}

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

/** The results in what a node gave back, when they are results alone and not a whole conversation. */
export function nodeResults(outputs: unknown): readonly ResultEvent[] {
  const listed = readField(outputs, "messages") ?? readField(outputs, "output") ?? outputs;
  const messages: readonly unknown[] = Array.isArray(listed) ? listed : [listed];
  const events = readLangchain(messages);
  const results = events.filter((event): event is ResultEvent => event.kind === "result");
  return results.length === events.length ? results : [];
}
