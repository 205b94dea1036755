import { SkillLoopError } from "./errors.ts";
import { type BackgroundWorker, backgroundWorker } from "./loop/background-worker.ts";
import { closeCore } from "./loop/close-core.ts";
import { learnInputs } from "./loop/learn-inputs.ts";
import { learnRecording } from "./loop/learn-recording.ts";
import type { LoopCore } from "./loop/loop-core.ts";
import { loopStats, pendingEvals } from "./loop/loop-stats.ts";
import { openLoopCore, restoreHome } from "./loop/open-loop.ts";
import { assertLimit, ours, withOurErrors } from "./loop/our-errors.ts";
import { addPending, settlePending } from "./loop/pending-work.ts";
import { processQueue } from "./loop/process-queue.ts";
import { purgeTraces } from "./loop/purge-traces.ts";
import { newestTraces, readTrace } from "./loop/read-traces.ts";
import { recallForErrorThrough, recallThrough } from "./loop/recall-through.ts";
import { runReruns } from "./loop/run-reruns.ts";
import { runSession } from "./loop/run-session.ts";
import { callHost } from "./loop/safely.ts";
import { readSessionOptions } from "./loop/session-input.ts";
import { createSkillsApi } from "./loop/skills-api.ts";
import type { BackupSummary } from "./ports/store.ts";
import { createSession } from "./session.ts";
import { assertScope, covers } from "./text/scope-key.ts";
import type { ProcessReport } from "./types/job.ts";
import type {
  LearnInput,
  Loop,
  LoopOptions,
  LoopStats,
  PurgeQuery,
  PurgeReport,
  Receipt,
  RerunReport,
  RerunRunner,
  Session,
  SessionOptions,
  SkillsApi,
  TraceRecord,
  TraceSummary,
} from "./types/loop.ts";
import type { RecallErrorOptions, RecallOptions, RecallResult } from "./types/recall.ts";
import type { Scope } from "./types/scope.ts";

const DEFAULT_RERUN_TIMEOUT_MS = 10 * 60_000;
/** How long `close` waits for a batch in hand, and for a store that may hang. */
const CLOSE_BUDGET_MS = 10_000;

/**
 * Procedural memory for one agent, or for all the users of a server through `scoped`. Open it once a
 * process. `recall` and sessions never throw into the host; the calls that a person or a script makes
 * (`learn`, `process`, `skills.*`, `trace`, ...) reject with a `SkillLoopError`.
 */
export class SkillLoop implements Loop {
  readonly scope: Scope;
  readonly skills: SkillsApi;
  readonly #core: LoopCore;
  readonly #worker: BackgroundWorker;
  /** A scoped view shares its parent's store and must not close it. */
  readonly #owns: boolean;

  private constructor(core: LoopCore, worker: BackgroundWorker, scope: Scope, owns: boolean) {
    this.#core = core;
    this.#worker = worker;
    this.#owns = owns;
    this.scope = scope;
    this.skills = withOurErrors(createSkillsApi(core, scope));
  }

  /**
   * Opens the home, makes it when it is not there, and starts the background worker unless told not to.
   *
   * @throws SkillLoopError `INVALID_OPTIONS`, `INVALID_SCOPE`, `HOME_LOCKED`, `HOME_READ_ONLY`, `HOME_NEWER`,
   * `HOME_CORRUPT` or `NATIVE_MISSING`. On a processor that cannot run the store it does not throw: the loop
   * is inert, every recall is empty, and `onError` is told `UNSUPPORTED_PROCESSOR`.
   */
  static async open(options?: LoopOptions | null): Promise<SkillLoop> {
    const core = await ours(() => openLoopCore(options ?? {}));
    const worker = backgroundWorker(core);
    const loop = new SkillLoop(core, worker, core.settings.scope, true);
    if (core.settings.worker === "background") loop.startWorker();
    return loop;
  }

  /** Puts a checked backup in the place of a home. An existing home is moved aside, never deleted. */
  static async restore(options: {
    readonly from: string;
    readonly home: string;
    readonly replace?: boolean;
  }): Promise<BackupSummary> {
    return ours(() => restoreHome(options));
  }

  get home(): string {
    return this.#core.settings.home;
  }

  /** The same loop for a narrower scope, for a server with many users. Costs nothing; close only the parent. */
  scoped(narrower: Partial<Scope>): SkillLoop {
    const scope = { ...this.scope, ...narrower };
    assertScope(scope);
    if (!covers(this.scope, scope)) {
      throw new SkillLoopError({
        code: "INVALID_SCOPE",
        message: "A scoped view can only narrow the scope it comes from.",
        remedy: "Open another loop for another project, agent or user.",
      });
    }
    return new SkillLoop(this.#core, this.#worker, scope, false);
  }

  recall(task: string, options?: RecallOptions | null): Promise<RecallResult> {
    return recallThrough(this.#core, task, { scope: this.scope, options });
  }

  recallForError(error: unknown, options?: RecallErrorOptions | null): Promise<RecallResult> {
    return recallForErrorThrough(this.#core, error, { scope: this.scope, options });
  }

  async run<T>(
    task: string,
    body: (session: Session) => Promise<T> | T,
    options?: SessionOptions | null,
  ): Promise<T> {
    return runSession(this.session(task, options), body);
  }

  session(task: string, options?: SessionOptions | null): Session {
    const core = this.#core;
    const { scope } = this;
    const settled = readSessionOptions(options);
    const requestId = settled.runId ?? core.ids.next();
    return createSession(
      task,
      { ...settled, runId: requestId },
      {
        recall: (text, recallOptions) =>
          recallThrough(core, text, { scope, options: recallOptions, requestId }),
        recallForError: (error, recallOptions) =>
          recallForErrorThrough(core, error, { scope, options: recallOptions, requestId }),
        learn: (recording) =>
          learnRecording(core, scope, recording).then((receipt) => this.#learned(receipt)),
        report: (error, event) => core.report.error(error, event, requestId),
        nextId: () => core.ids.next(),
      },
    );
  }

  async learn(input: LearnInput): Promise<Receipt> {
    const [receipt] = await this.learnMany([input]);
    if (SkillLoopError.isInstance(receipt)) throw receipt;
    return receipt as Receipt;
  }

  /** Learns many runs in one commit. A run that is refused is an error in its place; the others are stored. */
  async learnMany(inputs: readonly LearnInput[]): Promise<readonly (Receipt | SkillLoopError)[]> {
    const { receipts, added } = await ours(() => learnInputs(this.#core, this.scope, inputs));
    if (added > 0) this.#worker.wake();
    return receipts;
  }

  async process(
    options?: {
      readonly limit?: number;
      readonly onProgress?: (done: number, total: number) => void;
    } | null,
  ): Promise<ProcessReport> {
    return ours(async () => {
      const { scope } = this;
      const { report } = this.#core;
      const { limit, onProgress } = options ?? {};
      assertLimit(limit);
      const tell = (done: number, total: number): void =>
        callHost(
          () => onProgress?.(done, total),
          (error) => report.error(error, "process.on-progress"),
        );
      await this.flush();
      return this.#worker.run(async (ports) => {
        const done = await processQueue(ports, {
          scope,
          ...(typeof limit === "number" && { limit }),
          ...(onProgress && { onProgress: tell }),
        });
        await this.#core.embedding.fill(scope, ports.closing);
        return done;
      });
    });
  }

  async runPendingEvals(
    runner: RerunRunner,
    options?: { readonly control?: boolean; readonly limit?: number; readonly timeoutMs?: number } | null,
  ): Promise<RerunReport> {
    const { control = false, limit, timeoutMs = DEFAULT_RERUN_TIMEOUT_MS } = options ?? {};
    return ours(() => {
      assertLimit(limit);
      const rerunOptions = {
        scope: this.scope,
        environment: this.#core.settings.environment,
        control,
        limit: limit ?? Number.POSITIVE_INFINITY,
        timeoutMs,
      };
      return this.#worker.run((ports) => runReruns(ports, runner, rerunOptions));
    });
  }

  async pendingEvals(): ReturnType<Loop["pendingEvals"]> {
    return ours(() => pendingEvals(this.#core, this.scope));
  }

  /** What became of a trace: which stage ended it and why. Throws `TRACE_NOT_FOUND`. */
  trace(id: string): Promise<TraceRecord> {
    return ours(() => readTrace(this.#core, this.scope, id));
  }

  async traces(options?: { readonly limit?: number } | null): Promise<readonly TraceSummary[]> {
    return ours(() => {
      assertLimit(options?.limit);
      return newestTraces(this.#core, this.scope, options?.limit);
    });
  }

  requeue(ids?: readonly string[]): Promise<readonly string[]> {
    const filter = { scope: this.scope, reach: "within" } as const;
    const { store, clock } = this.#core;
    return ours(() => store.requeueJobs(filter, ids ?? "dead", clock.now()));
  }

  purge(query: PurgeQuery): Promise<PurgeReport> {
    return ours(() => purgeTraces(this.#core, this.scope, query));
  }

  /** Copies the whole home, every scope of it. `NOT_ALLOWED` on a scoped view. */
  async backup(directory: string): Promise<BackupSummary> {
    this.#assertOwner("back up the home");
    await this.flush();
    return ours(() => this.#core.store.backup(directory));
  }

  stats(): Promise<LoopStats> {
    return ours(() => loopStats(this.#core, this.scope));
  }

  /** Resolves when everything recorded so far is stored, or after `timeoutMs`. For serverless hosts. */
  async flush(options?: { readonly timeoutMs?: number } | null): Promise<void> {
    await settlePending(this.#core, options?.timeoutMs ?? 30_000);
  }

  waitFor(work: Promise<unknown>, hurry?: () => void): void {
    addPending(this.#core, work, hurry);
  }

  report(error: unknown, event: string): void {
    this.#core.report.error(error, event);
  }

  /** Starts the one worker of this loop and its views. Throws `NOT_ALLOWED` on a scoped view. */
  startWorker(): void {
    this.#assertOwner("start the worker");
    this.#worker.start();
  }

  /** Resolves when the batch in hand is committed. Rejects with `NOT_ALLOWED` on a scoped view. */
  async stopWorker(): Promise<void> {
    this.#assertOwner("stop the worker");
    await this.#worker.stop();
  }

  /**
   * Stores what is recorded, finishes the batch in hand (a `process()` in progress included), releases the
   * rest, and closes the store. A store that hangs does not keep it longer than half a minute.
   */
  async close(): Promise<void> {
    await this.flush();
    if (!this.#owns) return;
    await this.#worker.close(CLOSE_BUDGET_MS);
    await closeCore(this.#core, CLOSE_BUDGET_MS);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #assertOwner(deed: string): void {
    if (this.#owns) return;
    throw new SkillLoopError({
      code: "NOT_ALLOWED",
      message: `A scoped view cannot ${deed}: it is shared with every other scope.`,
      remedy: "Call it on the loop that SkillLoop.open gave.",
    });
  }

  #learned(receipt: Receipt | undefined): Receipt | undefined {
    if (receipt?.added === true) this.#worker.wake();
    return receipt;
  }
}
