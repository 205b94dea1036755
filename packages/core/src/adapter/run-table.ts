import { SkillLoopError } from "../errors.ts";
import { scopeKey } from "../text/scope-key.ts";
import type { Scope } from "../types/scope.ts";
import type { Trace } from "../types/trace.ts";
import type { AdapterOptions } from "./adapter-options.ts";
import { AgentRun } from "./agent-run.ts";
import { goesOn, goesOnPruned, saidCalls } from "./call-keys.ts";
import type { FlushOptions } from "./flush-options.ts";
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
/** Timers take no more; a longer wait is as good as none. */
const LONGEST_IDLE_MS = 2 ** 31 - 1;

interface OpenRun {
  readonly key: string | undefined;
  /** Scope and task, of a run without a key. */
  readonly place: string;
  touched: number;
  activity: number;
}

/** The open runs of one adapter. Concurrent runs share it; each request finds its own or opens one. */
export class RunTable<Call> {
  readonly #options: AdapterOptions<Call>;
  readonly #forgotten: (run: AgentRun) => void;
  readonly #runs = new Map<AgentRun, OpenRun>();
  readonly #keyed = new Map<string, AgentRun>();
  /** Those without a key, by scope and task. */
  readonly #placed = new Map<string, Set<AgentRun>>();
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
   * the scope cannot be told, and then nothing may be read or stored. Ask once a request.
   */
  runOf(arrival: Arrival<Call>): AgentRun | undefined {
    const { call, transcript } = arrival;
    try {
      const scope = this.#scopeOf(call);
      if (scope === undefined) return undefined;
      const taskId = this.#taskIdOf(call);
      const within = scopeKey(scope);
      const named = taskId ?? arrival.key;
      const key =
        named === undefined ? undefined : `${within}\n${taskId === undefined ? "key" : "task"}\n${named}`;
      const place = `${within}\n${transcript.task}`;
      const known = key === undefined ? this.#continued(transcript, place) : this.#keyed.get(key);
      const run = known ?? this.#open(arrival, { scope, within, key, place, taskId });
      this.touch(run);
      run.asking();
      return run;
    } catch (error) {
      this.#options.loop.report(error, "adapter.open");
      return undefined;
    }
  }

  /** The open runs in the scope of a call; none when the scope cannot be told. */
  openIn(call: Call): readonly AgentRun[] {
    const within = this.scopeKeyOf(call);
    return within === undefined ? [] : [...this.#runs.keys()].filter((run) => run.scopeKey === within);
  }

  /** Names the scope of a call as its runs do; `undefined` when it cannot be told. */
  scopeKeyOf(call: Call): string | undefined {
    try {
      const scope = this.#scopeOf(call);
      return scope === undefined ? undefined : scopeKey(scope);
    } catch (error) {
      this.#options.loop.report(error, "adapter.scope");
      return undefined;
    }
  }

  /** Puts the time of a run off until which it may stay idle. */
  touch(run: AgentRun): void {
    const entry = this.#runs.get(run);
    if (entry !== undefined) entry.touched = this.#tick;
  }

  /**
   * A request of the run failed. Many hosts ask again, so it ends as failed only when nothing goes on with it
   * until `flush` or the idle time.
   */
  failing(run: AgentRun, error: unknown): void {
    run.failure = { error };
    this.touch(run);
  }

  /** Ends a run in the background; the loop's `flush` waits for its trace. */
  end(run: AgentRun, how: Trace["end"], error?: unknown): Promise<void> {
    this.#forget(run);
    return run.end(how, error);
  }

  /**
   * Ends every run that waits for nothing, and waits until all traces are stored. One that nobody holds and
   * that still waits for its model, a tool or a person is another user's as likely as not: `endOpen` alone
   * ends it.
   */
  async flush(options?: FlushOptions): Promise<void> {
    const { timeoutMs, endOpen = false } = options ?? {};
    for (const run of [...this.#runs.keys()]) if (!run.held && (endOpen || !run.isWaiting)) this.#giveUp(run);
    await this.#options.loop.flush(timeoutMs === undefined ? undefined : { timeoutMs });
  }

  #open(
    { transcript, tools }: Arrival<Call>,
    facts: {
      readonly scope: Scope;
      readonly within: string;
      readonly key: string | undefined;
      readonly place: string;
      readonly taskId: string | undefined;
    },
  ): AgentRun {
    const { loop } = this.#options;
    const { key, place } = facts;
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
    this.#runs.set(run, { key, place, touched: this.#tick, activity: 0 });
    if (key !== undefined) this.#keyed.set(key, run);
    else {
      const placed = this.#placed.get(place);
      if (placed === undefined) this.#placed.set(place, new Set([run]));
      else placed.add(run);
    }
    this.#watch();
    return run;
  }

  #continued(transcript: Transcript, place: string): AgentRun | undefined {
    // A run whose model still answers has no next request yet: this one is another agent's.
    const open = [...(this.#placed.get(place) ?? [])].filter((run) => !run.isAnswering);
    if (open.length === 0) return undefined;
    const said = saidCalls(transcript);
    const fitting = open.filter((run) => goesOn(run.calls, said) || isSentAgain(run, transcript));
    if (fitting.length === 1) return fitting[0];
    for (const run of fitting) {
      this.#forget(run);
      run.drop();
    }
    if (fitting.length > 0) return undefined;
    const pruned = open.filter(({ calls }) => goesOnPruned(calls, said));
    return pruned.length === 1 ? pruned[0] : undefined;
  }

  #scopeOf(call: Call): Scope | undefined {
    const { loop, scope } = this.#options;
    const narrower: unknown = typeof scope === "function" ? scope(call) : scope;
    // A server that tells users apart must not lose one's run to all of them.
    if (typeof scope === "function" && (narrower === undefined || narrower === null)) return undefined;
    if (narrower === undefined) return loop.scope;
    if (!isToldScope(narrower)) {
      throw new SkillLoopError({
        code: "INVALID_SCOPE",
        message:
          "The adapter's scope has a part that is empty, so the run was neither recorded nor given notes.",
        remedy: "Give every part of the scope a non-empty text, or give no scope for such a call.",
      });
    }
    return { ...loop.scope, ...narrower };
  }

  #taskIdOf(call: Call): string | undefined {
    const { loop, taskId } = this.#options;
    try {
      const told: unknown = typeof taskId === "function" ? taskId(call) : taskId;
      if (typeof told === "string" || typeof told === "number") return String(told).trim() || undefined;
      if (told === undefined || told === null) return undefined;
      throw new SkillLoopError({
        code: "INVALID_OPTIONS",
        message: `The adapter's taskId gave ${typeof told} instead of a text.`,
        remedy: "Give the id itself; a function that has to wait for it cannot be used.",
      });
    } catch (error) {
      loop.report(error, "adapter.task-id");
      return undefined;
    }
  }

  #giveUp(run: AgentRun): void {
    if (run.failure !== undefined) void this.end(run, "failed", run.failure.error);
    else void this.end(run, run.isWaiting ? "aborted" : "completed");
  }

  #forget(run: AgentRun): void {
    const entry = this.#runs.get(run);
    if (entry === undefined) return;
    this.#runs.delete(run);
    if (entry.key !== undefined && this.#keyed.get(entry.key) === run) this.#keyed.delete(entry.key);
    const placed = this.#placed.get(entry.place);
    placed?.delete(run);
    if (placed?.size === 0) this.#placed.delete(entry.place);
    this.#forgotten(run);
    if (this.#runs.size > 0 || this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Looks twice in the idle time, so a run ends between one and one and a half of it after its last sign. */
  #watch(): void {
    if (this.#timer !== undefined) return;
    const idle = Math.min(this.#options.idleTimeoutMs ?? DEFAULT_IDLE_MS, LONGEST_IDLE_MS);
    this.#timer = setTimeout(() => this.#look(), idle / 2);
    // Timers of browsers and edge runtimes are numbers, and keep nothing alive.
    (this.#timer as { unref?: () => void }).unref?.();
  }

  #look(): void {
    this.#timer = undefined;
    this.#tick += 1;
    for (const [run, entry] of [...this.#runs]) {
      if (entry.activity !== run.activity) entry.touched = this.#tick - 1;
      entry.activity = run.activity;
      if (!run.held && this.#tick - entry.touched > 2) this.#giveUp(run);
    }
    if (this.#runs.size > 0) this.#watch();
  }
}

/**
 * A first request that failed: it has no calls yet to be known by. "Yes, do it" is said in many talks, so what
 * was said before has to be the same.
 */
function isSentAgain(run: AgentRun, { entries, history }: Transcript): boolean {
  if (!run.awaitsRetry && run.failure === undefined) return false;
  if (run.calls.length > 0 || entries.some((entry) => entry.kind === "asked" && entry.calls.length > 0)) {
    return false;
  }
  return history.length === run.history.length && history.every((text, at) => text === run.history[at]);
}

/** A scope whose parts are all told. What a function has still to wait for tells none. */
function isToldScope(scope: unknown): scope is Partial<Scope> {
  if (typeof scope !== "object" || scope === null || "then" in scope) return false;
  return Object.values(scope).every((part) => typeof part === "string" && part !== "");
}
