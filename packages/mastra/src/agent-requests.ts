import type { ProcessLLMRequestArgs, ProcessOutputResultArgs } from "@mastra/core/processors";
import type { RequestContext } from "@mastra/core/request-context";
import {
  type AgentRun,
  beginsWithCalls,
  type FlushOptions,
  type FrameworkCall,
  promptWithNotes,
  RunTable,
  readField,
  saidCalls,
  type Transcript,
  taskTranscript,
} from "@skillloop/core/adapter";
import { readLastStep } from "./last-step.ts";
import { mastraCall } from "./mastra-call.ts";
import type { MastraRun } from "./mastra-run.ts";
import { OwnCopies } from "./own-copies.ts";
import { runEnd } from "./run-end.ts";
import type { SkillLoopOptions } from "./skill-loop-options.ts";
import { taskMoment } from "./task-moment.ts";
import {
  type HookCall,
  isEmpty,
  latestEvents,
  matchEvents,
  type ToolEvent,
  ToolEvents,
  taskOf,
} from "./tool-events.ts";

type LanguageModelRequest = Pick<
  ProcessLLMRequestArgs,
  "prompt" | "state" | "requestContext" | "abortSignal"
>;
type FinishedRequest = Pick<ProcessOutputResultArgs, "state" | "result" | "messages">;

/**
 * The requests of the agents that share one adapter, each with its run. What Mastra shares through all steps
 * of a request is its `state` object; tools know only the request context, which a host may share.
 */
export class AgentRequests {
  readonly #events = new ToolEvents();
  readonly #copies = new OwnCopies();
  readonly #table: RunTable<ReturnType<typeof mastraCall>>;
  readonly #byState = new WeakMap<object, MastraRun>();
  readonly #byContext = new WeakMap<object, Set<MastraRun>>();
  readonly #open = new Map<AgentRun, MastraRun>();
  #keys = 0;

  constructor(options: SkillLoopOptions) {
    this.#table = new RunTable(options, (run) => this.#forgotten(run));
  }

  get size(): number {
    return this.#table.size;
  }

  flush(options?: FlushOptions): Promise<void> {
    return this.#table.flush(options);
  }

  /** Takes down what a request shows, and gives back the prompt with notes; the same one when there are none. */
  async request({
    prompt,
    state,
    requestContext,
    abortSignal,
  }: LanguageModelRequest): Promise<typeof prompt> {
    const earlier = this.#byState.get(state);
    const transcript = taskTranscript(prompt, earlier?.run.task);
    // One that `flush` has ended meanwhile is read again from its messages, as a process that resumes does.
    const known = earlier?.run.isEnded === true ? undefined : earlier;
    const request = known ?? this.#opened(transcript, taskMoment(prompt, transcript), requestContext);
    if (request === undefined) return prompt;
    this.#byState.set(state, request);
    this.#share(request, requestContext);
    request.abortSignal = abortSignal;
    const { run } = request;
    this.#table.touch(run);
    // No event tells of the response: a run that nothing ends was cut off.
    run.unanswered = 1;
    run.observe({ ...transcript, entries: transcript.entries.filter(({ kind }) => kind === "asked") });
    this.#settle(request, { isCut: false });
    run.observe(transcript);
    const noted = promptWithNotes(prompt, transcript, await run.notes(transcript));
    this.#copies.made(prompt, noted);
    return noted;
  }

  toolStarted(call: HookCall): void {
    // Only the tools that are agents are given the messages of a request as the model was.
    if (call.toolName.startsWith("agent-")) this.#copies.putBack(readField(call.context, "messages"));
    this.#events.started(call);
  }

  toolEnded(call: HookCall, output: unknown, error: unknown): void {
    this.#events.ended(call, output, error);
  }

  finished({ state, result, messages }: FinishedRequest): void {
    const request = this.#byState.get(state);
    if (request === undefined || request.run.isEnded) return;
    const how = runEnd(result.finishReason, request.abortSignal?.aborted === true);
    if (how === undefined) return;
    const { run } = request;
    const { calls, results, text } = readLastStep(result, messages);
    const asked = this.#unseen(request, calls);
    run.said(text);
    run.asked(asked);
    this.#settle(request, { isCut: false });
    for (const { id } of asked) for (const answer of results) if (answer.id === id) run.answered(answer);
    void this.#table.end(run, how);
  }

  #opened(
    transcript: Transcript,
    moment: number | undefined,
    requestContext: RequestContext | undefined,
  ): MastraRun | undefined {
    this.#keys += 1;
    const key = this.#resumed(transcript, moment)?.key ?? String(this.#keys);
    const run = this.#table.runOf({ call: mastraCall(requestContext), transcript, key });
    if (run === undefined) return undefined;
    const open = this.#open.get(run) ?? { run, key, moment, contexts: new Set(), abortSignal: undefined };
    this.#open.set(run, open);
    return open;
  }

  /** The suspended run that a new request goes on with. When several fit, none is taken. */
  #resumed(transcript: Transcript, moment: number | undefined): MastraRun | undefined {
    const said = saidCalls(transcript);
    // Nothing that has just begun is a resume.
    if (said.length === 0) return undefined;
    const fitting = [...this.#open.values()].filter(
      (open) =>
        open.run.task === transcript.task &&
        open.moment === moment &&
        (moment !== undefined || open.run.calls.length > 0) &&
        beginsWithCalls(said, open.run.calls),
    );
    return fitting.length === 1 ? fitting[0] : undefined;
  }

  #share(request: MastraRun, context: object | undefined): void {
    if (context === undefined) return;
    request.contexts.add(context);
    const sharing = this.#byContext.get(context);
    if (sharing === undefined) this.#byContext.set(context, new Set([request]));
    else sharing.add(request);
  }

  /** Calls of the last response that the run does not have yet. */
  #unseen(request: MastraRun, calls: readonly FrameworkCall[]): readonly FrameworkCall[] {
    const pending = [...request.contexts].flatMap((context) => this.#events.of(context));
    return calls.filter(
      ({ id = "", tool }) =>
        pending.some((event) => event.id === id && event.tool === tool) ||
        !request.run.calls.some((call) => call.frameworkId === id && call.tool === tool),
    );
  }

  /** Records what the hooks saw since the last request, also of calls that the prompt does not show. */
  #settle(request: MastraRun, { isCut }: { readonly isCut: boolean }): void {
    const { run } = request;
    const events = this.#eventsOf(request);
    const open = run.calls.filter(({ state }) => state === "open" || state === "interrupted");
    const matched = matchEvents(events, open);
    const unasked = events.filter((event) => !matched.has(event));
    run.asked(unasked.map(({ id, tool, input }) => ({ id, tool, input })));
    for (const event of events) {
      const { id, tool, input, ended } = event;
      // What came of a suspension, or of work in the background, is read from the messages.
      if (ended === undefined || (isEmpty(event) && !isCut && matched.has(event))) continue;
      run.answered({
        id,
        tool,
        // Mastra adds fields of its own to what the model wrote; the input only has to tell calls apart.
        ...(matched.get(event) !== "only" && { input }),
        ...ended,
        ...(isEmpty(event) && isCut && { outcome: "interrupted" as const }),
        exact: true,
      });
    }
  }

  /** Takes the events that are certainly this run's. Those that could be another's are dropped. */
  #eventsOf(request: MastraRun): readonly ToolEvent[] {
    const { task } = request.run;
    const events = [...request.contexts].flatMap((context) => {
      const others = [...(this.#byContext.get(context) ?? [])].filter((other) => other !== request);
      const own = this.#events.of(context).filter((event) => others.length === 0 || taskOf(event) === task);
      this.#events.take(context, new Set(own));
      return others.some(({ run }) => run.task === task) ? [] : own;
    });
    return latestEvents(events);
  }

  #forgotten(run: AgentRun): void {
    const request = this.#open.get(run);
    if (request === undefined) return;
    this.#settle(request, { isCut: true });
    this.#open.delete(run);
    for (const context of request.contexts) this.#byContext.get(context)?.delete(request);
    request.contexts.clear();
  }
}
