import { readField } from "../../trace/json-value.ts";
import type { ResultEvent } from "../../trace/trace-event.ts";
import type { Trace } from "../../types/trace.ts";
import type { AdapterOptions } from "../adapter-options.ts";
import type { AgentRun } from "../agent-run.ts";
import { langchainTranscript } from "../langchain-messages.ts";
import { RunTable } from "../run-table.ts";
import type { Transcript } from "../transcript.ts";
import { answeredMessage, readChatResult, recordResponse } from "./chat-response.ts";
import { type EventFacts, graphPlace, type LangchainCall, langchainCall } from "./langchain-call.ts";
import { isAbort, isInterrupt } from "./langchain-errors.ts";
import { type LangchainRoot, LangchainRoots } from "./langchain-roots.ts";
import { type BoundCall, LangchainRuns, nodeResults, type StartedTool } from "./langchain-runs.ts";
import { LentContent } from "./lent-content.ts";

/** What the callbacks ask of their surroundings. Each part that is absent is done without. */
export interface LangchainSurroundings {
  /** Milliseconds, for durations. */
  readonly now?: () => number;
  /** `langgraph_checkpoint_ns` of the graph node that the calling code is part of, `undefined` outside. */
  readonly place?: () => string | undefined;
  /** The id of the host's task that the calling code is part of. */
  readonly taskId?: () => string | undefined;
}

/** A request to a model, and the run it was found to belong to. */
export interface RecordedRequest {
  readonly run: AgentRun;
  readonly transcript: Transcript;
}

/** Longer than a graph takes from one step to the next, in milliseconds. */
const stepMs = 25;
/** How long a graph may take to tell of the end that a node's error has brought. */
const patienceMs = 1_000;

interface ModelCall {
  readonly run: AgentRun;
  readonly root: LangchainRoot;
}

interface ToolRun extends BoundCall {
  readonly tool: string;
  readonly startedAt: number | undefined;
}

/** Turns LangChain's events into runs: which root an event belongs to, which run, and what it says of it. */
export class LangchainRecorder {
  readonly table: RunTable<LangchainCall>;
  readonly runs: LangchainRuns;
  readonly #surroundings: LangchainSurroundings;
  readonly #roots = new LangchainRoots();
  readonly #lent: LentContent;
  readonly #injects: boolean;
  /** The answers of models that were recorded. */
  readonly #heard = new WeakSet<object>();
  readonly #modelCalls = new Map<string, ModelCall>();
  readonly #toolRuns = new Map<string, ToolRun>();

  constructor(options: AdapterOptions<LangchainCall>, surroundings: LangchainSurroundings) {
    const { taskId, inject } = options;
    const named = (call: LangchainCall): string | undefined =>
      (typeof taskId === "function" ? taskId(call) : taskId) ?? call.taskId;
    // Its runs can tell notes all the same: a middleware that shares them may be the one to inject.
    this.table = new RunTable({ ...options, inject: true, taskId: named }, (run) => this.#forget(run));
    this.#injects = inject !== false;
    this.runs = new LangchainRuns(this.table);
    this.#surroundings = surroundings;
    this.#lent = new LentContent(surroundings.place);
  }

  /** How many runs, events without their end, and lent messages there are: 0 when nothing goes on. */
  get size(): number {
    return Math.max(this.table.size, this.#roots.size, this.#lent.size);
  }

  /** Whether the start of this run of LangChain was recorded here, and its end was not told yet. */
  knows(runId: string): boolean {
    return this.#roots.rootOf(runId) !== undefined;
  }

  startRun(facts: EventFacts, kind: LangchainRoot["kind"], inputs?: unknown): void {
    this.#roots.start(facts, kind, inputs);
  }

  /** A request on its way to the model. Its messages show their notes until it ends. */
  async startModel(
    facts: EventFacts,
    messages: readonly unknown[],
    tools: readonly string[] | undefined,
  ): Promise<void> {
    const root = this.#roots.start(facts, "model", undefined);
    if (root === undefined || root.ignored) return;
    const request = this.#record(root, facts, messages, tools);
    if (request === undefined) return;
    const { run, transcript } = request;
    run.unanswered += 1;
    this.#modelCalls.set(facts.runId, { run, root });
    const reader = { holder: facts.runId, owner: run, place: graphPlace(facts.metadata) };
    this.#lent.enter(reader, messages.slice(Math.max(0, transcript.taskMessage)));
    if (!this.#injects) return;
    const { block, hints } = await run.notes(transcript);
    // Ended while recall took its time: nobody would take the notes back.
    if (!this.#modelCalls.has(facts.runId)) return;
    if (block !== "") this.#lent.lend(reader, messages[transcript.taskMessage], block);
    for (const { message, text } of hints) this.#lent.lend(reader, messages[message], text);
  }

  /** The request of a graph's node before it becomes a call of the model. `undefined` outside what is recorded. */
  requestIn(
    facts: EventFacts,
    messages: readonly unknown[],
    tools: readonly string[] | undefined,
  ): RecordedRequest | undefined {
    const root = facts.parentRunId === undefined ? undefined : this.#roots.rootOf(facts.parentRunId);
    return root === undefined || root.ignored ? undefined : this.#record(root, facts, messages, tools);
  }

  /** The model has read its messages: they show their own content again. */
  readModel(runId: string): void {
    if (this.#lent.size > 0) this.#lent.giveBack(runId);
  }

  endModel(runId: string, output: unknown): void {
    const ended = this.#closeModel(runId);
    if (ended === undefined) return;
    const message = answeredMessage(output);
    if (message !== undefined) this.#heard.add(message);
    const response = readChatResult(output);
    recordResponse(ended.run, response);
    if (response.calls.length === 0 && ended.root.kind === "model") this.runs.endAnswered(ended.run);
  }

  failModel(runId: string, error: unknown): void {
    const ended = this.#closeModel(runId);
    // A graph says itself whether it goes on.
    if (ended === undefined || ended.root.kind !== "model") return;
    if (isAbort(error)) {
      this.runs.endRoot(ended.root, "aborted", error);
      return;
    }
    // A plain loop may send the request again: the run then goes on.
    ended.run.failure = { error };
    this.table.touch(ended.run);
  }

  startTool(facts: EventFacts, started: StartedTool): void {
    const root = this.#roots.start(facts, "tool", undefined);
    if (root === undefined || root.ignored) return;
    const bound = this.runs.ofTool(root, this.#call(facts, root, []), started);
    if (bound === undefined) return;
    this.#toolRuns.set(facts.runId, { ...bound, tool: started.tool, startedAt: this.#surroundings.now?.() });
  }

  endTool(runId: string, result: { readonly output?: unknown; readonly error?: unknown }): void {
    const root = this.#roots.rootOf(runId);
    const bound = this.#toolRuns.get(runId);
    this.#toolRuns.delete(runId);
    this.#roots.end(runId);
    if (isInterrupt(result.error) && root !== undefined) root.interrupted = true;
    if (bound === undefined) return;
    const { run, id, occurrence, tool, startedAt } = bound;
    const now = this.#surroundings.now?.();
    run.answered({
      id,
      tool,
      occurrence,
      ...result,
      ...(now !== undefined && startedAt !== undefined && { durationMs: now - startedAt }),
      exact: true,
    });
    // A tool that was called by itself is a run of its own.
    if (root?.kind === "tool" && root.runs.size > 0) this.runs.endAnswered(run);
  }

  endChain(runId: string, how: Trace["end"], outputs: unknown, error?: unknown): void {
    const root = this.#roots.rootOf(runId);
    if (root === undefined) return;
    if (isInterrupt(error)) root.interrupted = true;
    if (!root.ignored) {
      if (root.id === runId) this.#endRoot(root, how, outputs, error);
      else if (how !== "completed") this.#windDown(root, runId, { how, error });
      else for (const result of nodeResults(outputs)) readResult(root, result);
    }
    this.#roots.end(runId);
  }

  /**
   * Ends the graphs whose end will not be told: their stream is not read any more. Nothing goes on in them,
   * and does not while one step could follow another.
   */
  async settle(): Promise<void> {
    const quiet = this.#roots.quiet;
    if (quiet.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, stepMs));
    for (const root of quiet) if (root.live === 0) this.#endQuiet(root);
  }

  /** A node's error is its graph's end. The graph tells of it as well, unless nobody reads its stream. */
  #windDown(root: LangchainRoot, runId: string, ending: NonNullable<LangchainRoot["ending"]>): void {
    if (!root.isGraph || !this.#roots.isRightBelow(runId, root)) return;
    root.ending = ending;
    const timer: { unref?: () => unknown } = setTimeout(() => {
      if (root.ending === ending) this.#endQuiet(root);
    }, patienceMs);
    timer.unref?.();
  }

  #endQuiet(root: LangchainRoot): void {
    if (!this.#roots.isOpen(root)) return;
    const cut = [...root.runs.values()].some((run) => run.hasOpenCalls);
    const { how, error } = root.ending ?? { how: cut ? "aborted" : "completed", error: undefined };
    this.runs.endRoot(root, how, error);
    this.#roots.end(root.id);
  }

  #endRoot(root: LangchainRoot, how: Trace["end"], outputs: unknown, error: unknown): void {
    const messages = readField(outputs, "messages");
    if (Array.isArray(messages)) this.#readState(root, this.#call(root.facts, root, messages));
    this.runs.endRoot(root, how, error);
  }

  #record(
    root: LangchainRoot,
    facts: EventFacts,
    messages: readonly unknown[],
    tools: readonly string[] | undefined,
  ): RecordedRequest | undefined {
    const transcript = langchainTranscript(messages);
    const run = this.runs.ofRequest(root, this.#call(facts, root, messages), { transcript, tools });
    run?.observe(transcript);
    return run === undefined ? undefined : { run, transcript };
  }

  /** The last state of a graph shows what no event told of, also where no model of LangChain was called. */
  #readState(root: LangchainRoot, call: LangchainCall): void {
    const transcript = langchainTranscript(call.messages);
    const known = root.runs.get(transcript.task);
    const unseen =
      root.isGraph &&
      root.runs.size === 0 &&
      transcript.entries.length > 0 &&
      // An agent inside it that was given callbacks of its own is a root of its own.
      !call.messages.some(
        (message) => typeof message === "object" && message !== null && this.#heard.has(message),
      );
    const run = unseen ? this.runs.ofRequest(root, call, { transcript }) : known;
    run?.observe(transcript);
  }

  #call(facts: EventFacts, root: LangchainRoot, messages: readonly unknown[]): LangchainCall {
    return langchainCall(facts, root.id, messages, this.#surroundings.taskId?.());
  }

  #closeModel(runId: string): ModelCall | undefined {
    this.#lent.giveBack(runId);
    const call = this.#modelCalls.get(runId);
    this.#modelCalls.delete(runId);
    this.#roots.end(runId);
    if (call !== undefined) call.run.unanswered -= 1;
    return call;
  }

  #forget(run: AgentRun): void {
    this.runs.drop(run);
    this.#roots.dropRun(run);
    this.#lent.giveBackAllOf(run);
    for (const [runId, call] of [...this.#modelCalls]) if (call.run === run) this.#modelCalls.delete(runId);
    for (const [runId, bound] of [...this.#toolRuns]) if (bound.run === run) this.#toolRuns.delete(runId);
  }
}

/** A result in what a node gave back: of invalid arguments and unknown tools nothing else tells (LC1, LC2). */
function readResult(root: LangchainRoot, result: ResultEvent): void {
  const { id = "", tool, output, error, failed, outcome } = result;
  const reason = error ?? (failed === true ? output : undefined);
  for (const run of root.runs.values()) {
    const waits = run.calls.some(
      (call) =>
        call.frameworkId === id && call.state === "open" && (tool === undefined || call.tool === tool),
    );
    if (!waits) continue;
    run.answered({
      id,
      tool,
      ...(reason === undefined ? { output } : { error: reason }),
      ...(outcome !== undefined && { outcome }),
      exact: false,
    });
  }
}
