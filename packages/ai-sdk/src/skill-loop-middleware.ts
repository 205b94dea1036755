import { type AdapterOptions, promptTranscript, promptWithNotes } from "@skillloop/core/adapter";
import type { AiSdkCall, ProviderParams } from "./ai-sdk-call.ts";
import { loopRuns, openRunsFor } from "./loop-runs.ts";
import { tellWatchers } from "./model-call-context.ts";
import { ModelRequest } from "./model-request.ts";
import type { OpenRun } from "./open-run.ts";
import { isOwnCall } from "./own-model-calls.ts";
import { takeOwnOptions } from "./own-options.ts";
import { passThrough } from "./pass-through.ts";
import { readField, readText } from "./read-field.ts";
import { currentTask } from "./run-with-task.ts";

/**
 * A language model middleware for `wrapLanguageModel`. One shape fits `ai` 5, 6 and 7, whose own middleware
 * types exclude one another; none of them reads `specificationVersion` at run time.
 */
export interface SkillLoopMiddleware {
  readonly specificationVersion: "v3";
  transformParams<Params extends ProviderParams>(request: { readonly params: Params }): Promise<Params>;
  wrapGenerate<Result>(call: {
    readonly doGenerate: () => PromiseLike<Result>;
    readonly params: unknown;
  }): Promise<Result>;
  wrapStream<Result extends { stream: ReadableStream<unknown> }>(call: {
    readonly doStream: () => PromiseLike<Result>;
    readonly params: unknown;
  }): Promise<Result>;
  /**
   * Ends the runs that wait for nothing and waits until all are stored, at most `timeoutMs` milliseconds. For
   * serverless functions, before they freeze.
   */
  flush(options?: { readonly timeoutMs?: number }): Promise<void>;
  /** How many runs are open. */
  readonly openRuns: number;
}

/**
 * Records the runs of an AI SDK model and puts the skills a task needs into its requests.
 *
 * @example
 * const model = wrapLanguageModel({ model: openai("gpt-5"), middleware: skillLoopMiddleware({ loop }) });
 */
export function skillLoopMiddleware(options: AdapterOptions<AiSdkCall>): SkillLoopMiddleware {
  const { loop } = options;
  const runs = openRunsFor(options);
  const shared = loopRuns(loop);
  /** By the parameters that `transformParams` gave back: that is all the SDK tells of which call goes on. */
  const leaving = new WeakMap<object, ModelRequest[]>();

  /** What `transformParams` began for these parameters, oldest first when a host uses them for several calls. */
  const taken = (params: unknown): ModelRequest | undefined =>
    typeof params === "object" && params !== null ? leaving.get(params)?.shift() : undefined;

  const leaves = (request: ModelRequest, params: object): void => {
    const waiting = leaving.get(params);
    if (waiting === undefined) leaving.set(params, [request]);
    else waiting.push(request);
  };

  /** Lets a telemetry of version 6 find the run by the `request` of a step. */
  const marked = <Result>(result: Result, open: OpenRun): Result => {
    if (!shared.hasTelemetry || typeof result !== "object" || result === null) return result;
    const request = { ...(readField(result, "request") as object | undefined) };
    shared.byRequest.set(request, open);
    return { ...result, request };
  };

  return {
    specificationVersion: "v3",
    async transformParams({ params: given }) {
      const { params, options: own } = takeOwnOptions(given);
      if (isOwnCall(given.prompt)) return params;
      let request: ModelRequest | undefined;
      try {
        const transcript = promptTranscript(params.prompt);
        const open = runs.runOf(callOf(params, own), transcript, options);
        if (open === undefined) return params;
        request = new ModelRequest(runs, open, signalOf(params));
        tellWatchers(runs, open);
        open.run.observe(transcript);
        const prompt = promptWithNotes(params.prompt, transcript, await open.run.notes(transcript));
        const changed = prompt === params.prompt ? params : { ...params, prompt };
        leaves(request, changed);
        return changed;
      } catch (error) {
        request?.giveUp();
        loop.report(error, "ai-sdk.request");
        return params;
      }
    },
    async wrapGenerate({ doGenerate, params }) {
      const request = taken(params);
      if (request === undefined) return doGenerate();
      const result = await request.answerOf(doGenerate);
      request.result(result);
      return marked(result, request.open);
    },
    async wrapStream({ doStream, params }) {
      const request = taken(params);
      if (request === undefined) return doStream();
      const result = await request.answerOf(doStream);
      request.streams();
      const stream = passThrough(result.stream, request);
      return marked({ ...result, stream }, request.open);
    },
    flush: (flushing) => runs.flush(flushing),
    get openRuns() {
      return runs.size;
    },
  };
}

function callOf(params: ProviderParams, options: AiSdkCall["options"]): AiSdkCall {
  const taskId = readText(options, "taskId") ?? currentTask()?.taskId;
  return { params: params as AiSdkCall["params"], options, ...(taskId !== undefined && { taskId }) };
}

function signalOf(params: ProviderParams): AbortSignal | undefined {
  const signal = readField(params, "abortSignal");
  return typeof readField(signal, "addEventListener") === "function" ? (signal as AbortSignal) : undefined;
}
