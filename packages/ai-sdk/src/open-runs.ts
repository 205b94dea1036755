import type { Loop } from "@skillloop/core";
import {
  type AdapterOptions,
  type AgentRun,
  type FlushOptions,
  RunTable,
  readField,
  readList,
  readText,
  type Transcript,
} from "@skillloop/core/adapter";
import type { AiSdkCall } from "./ai-sdk-call.ts";
import { hold, type OpenRun, type RunEnd, release, stopWaitingForRetry } from "./open-run.ts";
import type { ModelResponse } from "./response-reader.ts";
import { retryWaitMs } from "./retry-wait.ts";
import { currentTask, type TaskEnd, type TaskScope } from "./run-with-task.ts";
import { type ReadTranscript, transcriptsOf } from "./transcripts-of.ts";

type Options = AdapterOptions<AiSdkCall>;
type RecordedParts = Pick<ModelResponse, "asked" | "results" | "approvals">;

/** One request, with the options of the middleware or the telemetry that met it. */
interface Met {
  readonly call: AiSdkCall;
  readonly options: Options;
}

/** A request with its run, and its messages as that run sees them. */
export interface RunRequest {
  readonly open: OpenRun;
  readonly transcript: Transcript;
}

/**
 * The open runs of one loop, and when each of them is over. All middlewares and telemetries of a loop share
 * them, whatever model they stand around, because one run may go over several models and HTTP requests.
 */
export class OpenRuns {
  readonly loop: Loop;
  readonly #table: RunTable<Met>;
  readonly #open = new Map<AgentRun, OpenRun>();

  constructor({ loop, inject, record, idleTimeoutMs }: Options) {
    this.loop = loop;
    this.#table = new RunTable<Met>(
      {
        loop,
        scope: ({ call, options }) =>
          typeof options.scope === "function" ? options.scope(call) : (options.scope ?? {}),
        taskId: ({ call, options }) =>
          call.taskId ?? (typeof options.taskId === "function" ? options.taskId(call) : options.taskId),
        ...(inject !== undefined && { inject }),
        ...(record !== undefined && { record }),
        ...(idleTimeoutMs !== undefined && { idleTimeoutMs }),
      },
      (run) => this.#forget(run),
    );
  }

  get size(): number {
    return this.#open.size;
  }

  get all(): readonly OpenRun[] {
    return [...this.#open.values()];
  }

  /** The run a request belongs to; `undefined` when it may not be told, and then nothing is done. */
  requestOf(call: AiSdkCall, options: Options): RunRequest | undefined {
    const { prompt } = call.params;
    const sdkCall = readField(call.params, "headers");
    const read = transcriptsOf(prompt);
    const transcript = read(this.#interrupted(read, sdkCall)?.said);
    const scope = currentTask();
    const isOfScope = scope !== undefined && call.taskId === scope.taskId;
    const { task = transcript.task } = isOfScope ? scope : {};
    const tools = readList(call.params, "tools").flatMap((tool) => readText(tool, "name") ?? []);
    const run = this.#table.runOf({
      call: { call, options },
      transcript: task === transcript.task ? transcript : { ...transcript, task },
      ...(tools.length > 0 && { tools }),
    });
    if (run === undefined) return undefined;
    run.verify ??= options.verify;
    run.onHint ??= options.onHint;
    const known = this.#open.get(run);
    const open = known ?? this.#opened(run, transcript.task, isOfScope ? scope : undefined);
    open.isNamed ||= call.taskId !== undefined || options.taskId !== undefined;
    open.sdkCall = sdkCall;
    stopWaitingForRetry(open);
    return { open, transcript: known === undefined ? transcript : read(known.said) };
  }

  /**
   * The run of the same call of the SDK, when its host has put a user message behind the task. All steps of
   * a `generateText` have one headers object; a stream has the host's own, or none to tell it by.
   */
  #interrupted(read: ReadTranscript, sdkCall: unknown): OpenRun | undefined {
    if (typeof sdkCall !== "object" || sdkCall === null) return undefined;
    const fitting = this.all.filter((open) => open.sdkCall === sdkCall && isBehind(open, read));
    return fitting.length === 1 ? fitting[0] : undefined;
  }

  touch(open: OpenRun): void {
    this.#table.touch(open.run);
  }

  /** Records a response, and ends the run when no further request can follow. */
  respond(open: OpenRun, response: ModelResponse): void {
    this.record(open, response);
    if (response.failed) {
      this.fail(open, response.error);
      return;
    }
    open.failures = 0;
    if (response.isFinal) this.#answered(open);
  }

  record(open: OpenRun, { asked, results, approvals }: RecordedParts): void {
    const { run } = open;
    for (const { text } of asked) run.said(text);
    // Also when there are none: the model has answered.
    run.asked(asked.flatMap(({ calls }) => calls));
    for (const { result } of results) {
      const { id, tool, output, failed } = result;
      const error = result.error ?? (failed === true ? output : undefined);
      run.answered({ id, tool, output, error, exact: true });
    }
    for (const id of approvals) run.answered({ id, outcome: "interrupted", exact: false });
    for (const result of open.early.splice(0)) run.answered(result);
  }

  /** A request has failed. Its run ends `failed` unless the SDK may send it again. */
  fail(open: OpenRun, error: unknown): void {
    open.failures += 1;
    const wait = retryWaitMs(error, open.failures, Date.now());
    if (wait === undefined || open.run.isEnded) {
      this.close(open, "failed", error);
      return;
    }
    stopWaitingForRetry(open);
    this.#table.failing(open.run, error);
    open.run.awaitsRetry = true;
    open.retry = setTimeout(() => this.close(open, "failed", error), wait);
    // A number in browsers and on some edges, which have no process to keep alive.
    (open.retry as { unref?: () => void }).unref?.();
  }

  /** Ends a run, unless the function of `runWithTask` that it belongs to still runs: then that ends it. */
  close(open: OpenRun, how: RunEnd, error?: unknown): void {
    stopWaitingForRetry(open);
    if (open.scope === undefined || open.scope.end !== undefined) this.end(open, how, error);
  }

  /** Ends a run now. */
  end(open: OpenRun, how: RunEnd, error?: unknown): void {
    for (const request of [...open.requests]) request.giveUp();
    // Results of a step that never came to its end.
    for (const result of open.early.splice(0)) open.run.answered(result);
    void this.#table.end(open.run, how, error);
  }

  /** Ends what waits for nothing, with `endOpen` also the rest that no function or model call holds. */
  flush(options?: FlushOptions): Promise<void> {
    return this.#table.flush(options);
  }

  #opened(run: AgentRun, said: string, scope: TaskScope | undefined): OpenRun {
    const open: OpenRun = {
      run,
      said,
      isNamed: false,
      sdkCall: undefined,
      requests: new Set(),
      scope,
      early: [],
      failures: 0,
      holders: 0,
      streams: false,
      retry: undefined,
      onForgotten: [],
    };
    this.#open.set(run, open);
    if (scope !== undefined && scope.end === undefined) {
      hold(open);
      const onEnd = (end: TaskEnd): void => this.#scopeEnded(open, end);
      scope.onEnd.add(onEnd);
      open.onForgotten.push(() => scope.onEnd.delete(onEnd));
    }
    return open;
  }

  #answered(open: OpenRun): void {
    // A request of another conversation under the same task id, made by a tool that is still at work.
    if (open.isNamed && open.run.hasOpenCalls) return;
    this.close(open, "completed");
  }

  #scopeEnded(open: OpenRun, { how, error }: TaskEnd): void {
    release(open);
    const goesOn = open.streams && (open.requests.size > 0 || open.run.hasOpenCalls);
    if (how === "completed" && goesOn) return;
    this.end(open, how === "completed" && open.run.hasOpenCalls ? "aborted" : how, error);
  }

  #forget(run: AgentRun): void {
    const open = this.#open.get(run);
    if (open === undefined) return;
    this.#open.delete(run);
    for (const request of [...open.requests]) request.giveUp();
    stopWaitingForRetry(open);
    for (const forget of open.onForgotten) forget();
  }
}

/** Whether a prompt goes on with a run behind a later user message: its task and all of its calls are there. */
function isBehind({ run, said }: OpenRun, read: ReadTranscript): boolean {
  const { task, entries } = read(said);
  if (said === "" || task !== said) return false;
  const ids = new Set(
    entries.flatMap((entry) => (entry.kind === "asked" ? entry.calls.map(({ id }) => id) : [])),
  );
  return run.calls.every(({ frameworkId }) => ids.has(frameworkId));
}
