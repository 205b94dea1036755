import type { AgentRun, LangchainCall, RunTable, Transcript } from "@skillloop/core/adapter";

/** What a middleware knows of the invocation of an agent that a request is part of. */
export interface AgentInvocation {
  /** The same object for all steps of one invocation; `undefined` when the framework gives none. */
  readonly token: object | undefined;
  readonly call: LangchainCall;
}

/** Finds the run of a request by what a middleware sees: it is told of no start, no end, and no tool. */
export class MiddlewareRuns {
  readonly #table: RunTable<LangchainCall>;
  /** By task: a sub-agent has one of its own. */
  readonly #byToken = new WeakMap<object, Map<string, AgentRun>>();
  readonly #byThread = new Map<string, Set<AgentRun>>();
  #invocations = 0;

  constructor(table: RunTable<LangchainCall>) {
    this.#table = table;
  }

  /** `undefined` when the scope cannot be told. */
  of(
    { token, call }: AgentInvocation,
    transcript: Transcript,
    tools: readonly string[] | undefined,
  ): AgentRun | undefined {
    const known = token === undefined ? undefined : this.#byToken.get(token)?.get(transcript.task);
    const run = known?.isEnded === false ? known : this.#resumed(call, transcript);
    if (run !== undefined) {
      this.#table.touch(run);
      run.asking();
      this.#keep(token, call, run);
      return run;
    }
    this.#invocations += 1;
    const key = token === undefined ? undefined : `invocation ${this.#invocations}`;
    const opened = this.#table.runOf({ call, transcript, tools, key });
    if (opened !== undefined) this.#keep(token, call, opened);
    return opened;
  }

  /** Forgets a run that is no longer open. */
  drop(run: AgentRun): void {
    for (const [thread, runs] of this.#byThread) {
      if (runs.delete(run) && runs.size === 0) this.#byThread.delete(thread);
    }
  }

  #keep(token: object | undefined, { threadId }: LangchainCall, run: AgentRun): void {
    if (token !== undefined) {
      const byTask = this.#byToken.get(token) ?? new Map<string, AgentRun>();
      this.#byToken.set(token, byTask.set(run.task, run));
    }
    if (threadId === undefined) return;
    this.#byThread.set(threadId, (this.#byThread.get(threadId) ?? new Set()).add(run));
  }

  /** A thread that waited for a person goes on: its conversation holds all calls of the run. A new turn ends it. */
  #resumed(call: LangchainCall, transcript: Transcript): AgentRun | undefined {
    const waiting = call.threadId === undefined ? undefined : this.#byThread.get(call.threadId);
    if (waiting === undefined) return undefined;
    const inScope = this.#table.openIn(call).filter((run) => waiting.has(run) && run.unanswered === 0);
    const said = new Set(
      transcript.entries.flatMap((entry) =>
        entry.kind === "asked" ? entry.calls.map(({ id }) => id ?? "") : [],
      ),
    );
    const resumed = inScope.find(
      (run) =>
        run.task === transcript.task &&
        run.calls.length > 0 &&
        run.calls.every(({ frameworkId }) => said.has(frameworkId)),
    );
    for (const run of inScope) {
      if (run !== resumed) void this.#table.end(run, run.hasOpenCalls ? "aborted" : "completed");
    }
    return resumed;
  }
}
