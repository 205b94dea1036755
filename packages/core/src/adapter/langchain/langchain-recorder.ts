import { readField } from "../../trace/json-value.ts";
import type { Trace } from "../../types/trace.ts";
import type { AdapterOptions } from "../adapter-options.ts";
import type { AgentRun } from "../agent-run.ts";
import { langchainTranscript } from "../langchain-messages.ts";
import { RunTable } from "../run-table.ts";
import type { Transcript } from "../transcript.ts";
import { answeredMessage, readChatResult, recordResponse } from "./chat-response.ts";
import {
  type EventFacts,
  graphPlace,
  type LangchainCall,
  type MetCall,
  metCall,
  scopeOfMet,
  taskIdOfMet,
} from "./langchain-call.ts";
import { isAbort, isHandOff, isInterrupt } from "./langchain-errors.ts";
import { hasOpenCalls, type LangchainRoot, LangchainRoots } from "./langchain-roots.ts";
import { type BoundCall, type EventPlace, LangchainRuns, type StartedTool } from "./langchain-runs.ts";
import type { LangchainSurroundings } from "./langchain-surroundings.ts";
import { readLastState } from "./last-state.ts";
import { LentContent } from "./lent-content.ts";
import { nodeResults, readNodeResults } from "./node-results.ts";
import { withoutCallsOf } from "./root-runs.ts";

/** A request to a model, and the run it was found to belong to. */
export interface RecordedRequest {
  readonly run: AgentRun;
  readonly transcript: Transcript;
}

/** Longer than a graph takes from one step to the next, in milliseconds. */
const stepMs = 25;

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
  readonly table: RunTable<MetCall>;
  readonly runs: LangchainRuns;
  readonly #surroundings: LangchainSurroundings;
  readonly #roots = new LangchainRoots();
  readonly #lent: LentContent;
  /** The answers of models that were recorded. */
  readonly #heard = new WeakSet<object>();
  readonly #modelCalls = new Map<string, ModelCall>();
  readonly #toolRuns = new Map<string, ToolRun>();

  constructor(options: AdapterOptions<LangchainCall>, surroundings: LangchainSurroundings) {
    const { loop, record, idleTimeoutMs } = options;
    // Its runs can tell notes in any case: whether they are shown is each handler's own affair.
    this.table = new RunTable<MetCall>(
      {
        loop,
        scope: scopeOfMet,
        taskId: taskIdOfMet,
        ...(record !== undefined && { record }),
        ...(idleTimeoutMs !== undefined && { idleTimeoutMs }),
      },
      (run) => this.#forget(run),
    );
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
    if (facts.host.options.inject === false) return;
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
    this.table.failing(ended.run, error);
  }

  startTool(facts: EventFacts, started: StartedTool): void {
    const root = this.#roots.start(facts, "tool", undefined);
    if (root === undefined || root.ignored) return;
    const bound = this.runs.ofTool(this.#place(root, facts, []), started);
    if (bound === undefined) return;
    this.#toolRuns.set(facts.runId, { tool: started.tool, startedAt: this.#surroundings.now?.(), ...bound });
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
    if (isHandOff(error)) for (const agents of root.runs.values()) agents.delete(runId);
    if (!root.ignored) {
      if (root.id === runId) this.#endRoot(root, how, outputs, error);
      else if (how !== "completed") this.#windDown(root, runId, { how, error });
      else if (hasOpenCalls(root)) this.#readResults(root, runId, outputs);
    }
    this.#roots.end(runId);
  }

  /**
   * Ends the graphs whose end will not be told: their stream is not read any more. Nothing goes on in them,
   * and does not while one step could follow another; a node that failed may be tried again after any time.
   */
  async settle(endOpen: boolean): Promise<void> {
    const quiet = this.#roots.quiet;
    if (quiet.length > 0) await new Promise((resolve) => setTimeout(resolve, stepMs));
    const over = quiet.filter(({ live, ending }) => live === 0 && (endOpen || ending?.how !== "failed"));
    for (const root of over) this.#endQuiet(root);
    this.#roots.dropEmpty({ all: endOpen });
  }

  /**
   * A node's error is its graph's end, unless the node is tried again. The graph tells of its end; time ends one
   * whose stream nobody reads.
   */
  #windDown(root: LangchainRoot, runId: string, ending: NonNullable<LangchainRoot["ending"]>): void {
    if (!root.isGraph || !this.#roots.isRightBelow(runId, root)) return;
    root.ending = ending;
    if (ending.how === "failed") this.runs.failing(root, ending.error);
  }

  #endQuiet(root: LangchainRoot): void {
    if (!this.#roots.isOpen(root)) return;
    const cut = [...root.runs.keys()].some((run) => run.hasOpenCalls);
    const { how, error } = root.ending ?? { how: cut ? "aborted" : "completed", error: undefined };
    this.runs.endRoot(root, how, error);
    this.#roots.end(root.id);
  }

  #endRoot(root: LangchainRoot, how: Trace["end"], outputs: unknown, error: unknown): void {
    const messages = readField(outputs, "messages");
    if (Array.isArray(messages)) {
      readLastState(this.runs, this.#place(root, root.facts, messages), this.#heard);
    }
    this.runs.endRoot(root, how, error);
  }

  #record(
    root: LangchainRoot,
    facts: EventFacts,
    messages: readonly unknown[],
    tools: readonly string[] | undefined,
  ): RecordedRequest | undefined {
    const place = this.#place(root, facts, messages);
    const all = langchainTranscript(messages);
    const run = this.runs.ofRequest(place, { transcript: all, tools });
    if (run === undefined) return undefined;
    const others = this.runs.ofTask(place, all.task).filter((other) => other !== run);
    const transcript = withoutCallsOf(others, run, all);
    run.observe(transcript);
    return { run, transcript };
  }

  #readResults(root: LangchainRoot, runId: string, outputs: unknown): void {
    const results = nodeResults(outputs);
    const facts = results.length === 0 ? undefined : this.#roots.factsOf(runId);
    if (facts !== undefined) readNodeResults(this.runs.ofResults(this.#place(root, facts, [])), results);
  }

  #place(root: LangchainRoot, facts: EventFacts, messages: readonly unknown[]): EventPlace {
    return { root, agent: this.#roots.agentOf(facts.runId), met: metCall(facts, root.id, messages) };
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
