import { scopeKey } from "../text/scope-key.ts";
import type { Scope } from "../types/scope.ts";
import type { Trace } from "../types/trace.ts";
import type { AdapterOptions, PerCall } from "./adapter-options.ts";
import { AgentRun } from "./agent-run.ts";
import { continuesRun } from "./call-table.ts";
import type { Transcript } from "./transcript.ts";

/** One request to a model, and what its framework says about the run it belongs to. */
export interface Arrival<Call> {
  readonly call: Call;
  readonly transcript: Transcript;
  /** What the framework itself calls the run or the thread. Requests with one key are one run. */
  readonly key?: string | undefined;
  /** Names of the tools the agent has. */
  readonly tools?: readonly string[] | undefined;
}

const DEFAULT_IDLE_MS = 10 * 60_000;

/** The open runs of one adapter. Concurrent runs share it; each request finds its own or opens one. */
export class RunTable<Call> {
  readonly #options: AdapterOptions<Call>;
  readonly #forgotten: (run: AgentRun) => void;
  readonly #runs = new Map<AgentRun, { key: string | undefined; touched: number }>();
  readonly #keyed = new Map<string, AgentRun>();
  #tick = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `forgotten` is told of each run that is no longer open, whoever ended it. It must not throw. */
  constructor(options: AdapterOptions<Call>, forgotten: (run: AgentRun) => void = () => {}) {
    this.#options = options;
    this.#forgotten = forgotten;
  }

  /** How many runs are open. */
  get size(): number {
    return this.#runs.size;
  }

  /**
   * The run that a request belongs to: that of its key; without one, the only open run whose calls it goes
   * on with; else a new one. When several fit, none is taken: the new run reads all of it from the messages,
   * and those it stands for are dropped, so that runs of different users never become one. `undefined` when
   * the scope cannot be told, and then nothing may be read or stored.
   */
  runOf(arrival: Arrival<Call>): AgentRun | undefined {
    const scope = this.#scopeOf(arrival.call);
    if (scope === undefined) return undefined;
    const taskId = this.#perCall(this.#options.taskId, arrival.call);
    const within = scopeKey(scope);
    const named = taskId ?? arrival.key;
    const key =
      named === undefined ? undefined : `${within}\n${taskId === undefined ? "key" : "task"}\n${named}`;
    const known = key === undefined ? this.#continued(arrival.transcript, within) : this.#keyed.get(key);
    if (known !== undefined) {
      this.touch(known);
      return known;
    }
    return this.#open(arrival, { scope, within, key, taskId });
  }

  /** Puts the time of a run off until which it may stay idle. */
  touch(run: AgentRun): void {
    const entry = this.#runs.get(run);
    if (entry !== undefined) entry.touched = this.#tick;
  }

  /** Ends a run in the background; the loop's `flush` waits for its trace. */
  end(run: AgentRun, how: Trace["end"], error?: unknown): Promise<void> {
    this.#forget(run);
    return run.end(how, error);
  }

  /** Ends every run that nobody holds, and waits until all traces are stored, or `timeoutMs` are over. */
  async flush(options?: { readonly timeoutMs?: number }): Promise<void> {
    for (const run of [...this.#runs.keys()]) if (!run.held) this.#giveUp(run);
    await this.#options.loop.flush(options);
  }

  #open(
    { transcript, tools }: Arrival<Call>,
    facts: {
      readonly scope: Scope;
      readonly within: string;
      readonly key?: string | undefined;
      readonly taskId?: string | undefined;
    },
  ): AgentRun | undefined {
    const { loop } = this.#options;
    try {
      const run = new AgentRun(
        {
          loop: facts.within === scopeKey(loop.scope) ? loop : loop.scoped(facts.scope),
          task: transcript.task,
          scopeKey: facts.within,
          history: transcript.history,
          tools,
          runId: facts.taskId,
        },
        this.#options,
      );
      this.#runs.set(run, { key: facts.key, touched: this.#tick });
      if (facts.key !== undefined) this.#keyed.set(facts.key, run);
      this.#watch();
      return run;
    } catch (error) {
      loop.report(error, "adapter.open");
      return undefined;
    }
  }

  #continued(transcript: Transcript, within: string): AgentRun | undefined {
    const fitting = [...this.#runs.keys()].filter(
      (run) =>
        this.#runs.get(run)?.key === undefined &&
        // A run whose model still answers has no next request yet: this one is another agent's.
        run.unanswered === 0 &&
        run.scopeKey === within &&
        run.task === transcript.task &&
        (continuesRun(run.calls, transcript) || isSentAgain(run, transcript)),
    );
    if (fitting.length === 1) return fitting[0];
    for (const run of fitting) {
      this.#forget(run);
      run.drop();
    }
    return undefined;
  }

  #scopeOf(call: Call): Scope | undefined {
    const { loop, scope } = this.#options;
    try {
      const narrower = typeof scope === "function" ? scope(call) : scope;
      // A server that tells users apart must not lose one's run to all of them.
      if (typeof scope === "function" && narrower === undefined) return undefined;
      return { ...loop.scope, ...narrower };
    } catch (error) {
      loop.report(error, "adapter.scope");
      return undefined;
    }
  }

  #perCall<Value>(option: PerCall<Call, Value> | undefined, call: Call): Value | undefined {
    try {
      return typeof option === "function" ? (option as (call: Call) => Value | undefined)(call) : option;
    } catch (error) {
      this.#options.loop.report(error, "adapter.task-id");
      return undefined;
    }
  }

  #giveUp(run: AgentRun): void {
    void this.end(run, run.hasOpenCalls || run.unanswered > 0 ? "aborted" : "completed");
  }

  #forget(run: AgentRun): void {
    const key = this.#runs.get(run)?.key;
    if (key !== undefined && this.#keyed.get(key) === run) this.#keyed.delete(key);
    if (this.#runs.delete(run)) this.#forgotten(run);
    if (this.#runs.size > 0 || this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Looks twice in the idle time, so a run ends between one and one and a half of it after its last request. */
  #watch(): void {
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        this.#tick += 1;
        for (const [run, { touched }] of [...this.#runs]) {
          if (!run.held && this.#tick - touched > 2) this.#giveUp(run);
        }
        if (this.#runs.size > 0) this.#watch();
      },
      (this.#options.idleTimeoutMs ?? DEFAULT_IDLE_MS) / 2,
    );
    this.#timer.unref();
  }
}

/** A first request that failed: it has no calls yet to be known by. */
function isSentAgain(run: AgentRun, transcript: Transcript): boolean {
  return (
    run.awaitsRetry &&
    run.calls.length === 0 &&
    transcript.entries.every((entry) => entry.kind === "asked" && entry.calls.length === 0)
  );
}
