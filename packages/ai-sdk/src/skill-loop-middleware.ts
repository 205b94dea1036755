import {
  type AdapterOptions,
  assertLoop,
  type FlushOptions,
  promptWithNotes,
  readField,
  readText,
} from "@skillloop/core/adapter";
import type { AiSdkCall, ProviderParams } from "./ai-sdk-call.ts";
import { LeavingRequests } from "./leaving-requests.ts";
import { loopRuns, openRunsFor } from "./loop-runs.ts";
import { tellWatchers } from "./model-call-context.ts";
import { ModelRequest } from "./model-request.ts";
import { type Observation, observedAnswer, observedStream } from "./observed-result.ts";
import { isOwnCall } from "./own-model-calls.ts";
import { takeOwnOptions } from "./own-options.ts";
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
   * Ends the runs that wait for nothing and waits until all is stored, at most `timeoutMs` milliseconds. Runs
   * whose model, tool, client or person is still to answer stay open; `endOpen: true` ends them too, as
   * `aborted`: for a process that is about to freeze or go away and serves nobody else.
   */
  flush(options?: FlushOptions): Promise<void>;
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
  assertLoop(options);
  const { loop } = options;
  const runs = openRunsFor(options);
  const shared = loopRuns(loop);
  const leaving = new LeavingRequests();

  const observationOf = (request: ModelRequest): Observation => ({
    request,
    byRequest: shared.hasTelemetry ? shared.byRequest : undefined,
    report: (error) => loop.report(error, "ai-sdk.response"),
  });

  return {
    specificationVersion: "v3",
    async transformParams({ params: given }) {
      let params = given;
      let request: ModelRequest | undefined;
      try {
        const own = takeOwnOptions(given);
        params = own.params;
        if (isOwnCall(params.prompt)) return params;
        const met = runs.requestOf(callOf(params, own.options), options);
        if (met === undefined) return params;
        const { open, transcript } = met;
        request = new ModelRequest(runs, open, signalOf(params));
        tellWatchers(runs, open);
        open.run.observe(transcript);
        const prompt = promptWithNotes(params.prompt, transcript, await open.run.notes(transcript));
        const changed = prompt === params.prompt ? params : { ...params, prompt };
        leaving.add(changed, request);
        return changed;
      } catch (error) {
        request?.giveUp();
        loop.report(error, "ai-sdk.request");
        return params;
      }
    },
    async wrapGenerate({ doGenerate, params }) {
      const request = leaving.take(params);
      if (request === undefined) return doGenerate();
      const result = await request.answerOf(doGenerate);
      request.result(result);
      return observedAnswer(result, observationOf(request));
    },
    async wrapStream({ doStream, params }) {
      const request = leaving.take(params);
      if (request === undefined) return doStream();
      const result = await request.answerOf(doStream);
      return observedStream(result, observationOf(request));
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
