import { type AdapterOptions, assertLoop, type FlushOptions } from "@skillloop/core/adapter";
import type { AiSdkCall } from "./ai-sdk-call.ts";
import { callTelemetry } from "./call-telemetry.ts";
import { loopRuns, openRunsFor } from "./loop-runs.ts";
import { stepTelemetry } from "./step-telemetry.ts";

/**
 * What `registerTelemetryIntegration` of `ai` 6 and `registerTelemetry` of `ai` 7 take, and what a call takes
 * in `experimental_telemetry.integrations` (6) or `telemetry.integrations` (7).
 */
export interface SkillLoopTelemetry {
  /** Version 6. */
  onToolCallStart(event: unknown): void;
  onToolCallFinish(event: unknown): void;
  onStepFinish(event: unknown): void;
  onFinish(event: unknown): void;
  /** Version 7. */
  executeLanguageModelCall<Answer>(call: {
    readonly callId: string;
    readonly execute: () => PromiseLike<Answer>;
  }): Promise<Answer>;
  onToolExecutionEnd(event: unknown): void;
  onStepEnd(event: unknown): void;
  onEnd(event: unknown): void;
  onStepError(event: unknown): void;
  onError(event: unknown): void;
  onAbort(event: unknown): void;
  /** As that of the middleware. */
  flush(options?: FlushOptions): Promise<void>;
}

/**
 * Tells SkillLoop what a model middleware cannot see: thrown errors as they are, how long tools took, and
 * where a loop ends. Beside the middleware of the same loop it completes its runs; alone it records, and
 * nothing is put into a request.
 *
 * @example
 * registerTelemetryIntegration(skillLoopTelemetry({ loop })); // ai 6
 * registerTelemetry(skillLoopTelemetry({ loop })); // ai 7
 */
export function skillLoopTelemetry(options: AdapterOptions<AiSdkCall>): SkillLoopTelemetry {
  assertLoop(options);
  const { loop } = options;
  loopRuns(loop).hasTelemetry = true;
  const steps = stepTelemetry(options);
  const calls = callTelemetry(options);
  const guarded =
    (work: (event: unknown) => void) =>
    (event: unknown): void => {
      try {
        work(event);
      } catch (error) {
        loop.report(error, "ai-sdk.telemetry");
      }
    };
  return {
    onToolCallStart: guarded(steps.toolStarts),
    onToolCallFinish: guarded(steps.toolEnds),
    onStepFinish: guarded(steps.stepEnds),
    onFinish: guarded(steps.loopEnds),
    executeLanguageModelCall: calls.modelCall,
    onToolExecutionEnd: guarded(calls.toolEnds),
    onStepEnd: guarded(calls.stepEnds),
    onEnd: guarded(calls.loopEnds),
    // A stream that fails in a later step tells its onEnd, and not its onError.
    onStepError: guarded(calls.fails),
    onError: guarded(calls.fails),
    onAbort: guarded(calls.aborts),
    flush: (flushing) => openRunsFor(options).flush(flushing),
  };
}
