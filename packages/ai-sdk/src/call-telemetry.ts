import { type AdapterOptions, readField, readList, readText, taskTranscript } from "@skillloop/core/adapter";
import type { AiSdkCall } from "./ai-sdk-call.ts";
import { readStep, recordStep } from "./finished-step.ts";
import { openRunsFor } from "./loop-runs.ts";
import { watchModelCall } from "./model-call-context.ts";
import { type OpenRun, reportResult } from "./open-run.ts";
import type { OpenRuns } from "./open-runs.ts";
import { endLoop } from "./step-telemetry.ts";
import { telemetryCall } from "./telemetry-call.ts";

/** A loop of the SDK, from the first model call that is known of it on. */
interface SdkLoop {
  readonly runs: OpenRuns;
  readonly open: OpenRun;
  /** A middleware tells of the model's answers. */
  readonly isAsked: boolean;
  /** Ids of the results of the present step that were reported as they came. */
  readonly reported: Set<string>;
}

interface ModelCall<Answer> {
  readonly callId: string;
  readonly execute: () => PromiseLike<Answer>;
}

/** What version 7 tells. Its events carry the id of their loop. */
export function callTelemetry(options: AdapterOptions<AiSdkCall>) {
  const { loop } = options;
  const loops = new Map<string, SdkLoop>();

  const of = (event: unknown): SdkLoop | undefined => loops.get(readText(event, "callId") ?? "");

  const keep = (callId: string, runs: OpenRuns, open: OpenRun, isAsked: boolean): void => {
    if (loops.get(callId)?.open === open) return;
    loops.set(callId, { runs, open, isAsked, reported: new Set() });
    open.onForgotten.push(() => {
      if (loops.get(callId)?.open === open) loops.delete(callId);
    });
  };

  /** No middleware stands around this model: the telemetry keeps the run. */
  const openAlone = (event: unknown, callId: string): void => {
    const messages = readList(event, "messages");
    const runs = openRunsFor(options);
    const known = of(event)?.open;
    const met =
      known === undefined
        ? runs.requestOf(telemetryCall(messages, readField(event, "providerOptions")), options)
        : { open: known, transcript: taskTranscript(messages, known.said) };
    if (met === undefined) return;
    met.open.run.observe(met.transcript);
    keep(callId, runs, met.open, false);
  };

  return {
    async modelCall<Answer>(call: ModelCall<Answer>): Promise<Answer> {
      const { callId, execute } = call;
      let isWatched = false;
      const joined = (runs: OpenRuns, open: OpenRun): void => {
        isWatched = true;
        keep(callId, runs, open, true);
      };
      const answer = await watchModelCall({ loop, joined }, execute);
      try {
        if (!isWatched) openAlone(call, callId);
      } catch (error) {
        loop.report(error, "ai-sdk.telemetry");
      }
      return answer;
    },
    toolEnds(event: unknown): void {
      const found = of(event);
      const output = readField(event, "toolOutput");
      const id = readText(readField(event, "toolCall"), "toolCallId");
      if (found === undefined || id === undefined || typeof output !== "object") return;
      const { runs, open, isAsked, reported } = found;
      const durationMs = readField(event, "toolExecutionMs");
      const result = {
        id,
        tool: readText(readField(event, "toolCall"), "toolName"),
        output: readField(output, "output"),
        error: readField(output, "error"),
        exact: true,
        ...(typeof durationMs === "number" && { durationMs }),
      };
      reported.add(id);
      runs.touch(open);
      // Until the step is told of, nobody has asked for the call.
      if (isAsked) reportResult(open, result);
      else open.early.push(result);
    },
    stepEnds(event: unknown): void {
      const found = of(event);
      if (found === undefined) return;
      const { runs, open, isAsked, reported } = found;
      recordStep(runs, open, readStep(event), { isAsked, reported, durationOf: () => undefined });
      reported.clear();
    },
    loopEnds(event: unknown): void {
      const found = of(event);
      if (found !== undefined) endLoop(found, readStep(readList(event, "steps").at(-1)));
    },
    fails(event: unknown): void {
      const found = of(event);
      const error = readField(event, "error");
      const isAbort = readField(error, "name") === "AbortError";
      if (found !== undefined) found.runs.close(found.open, isAbort ? "aborted" : "failed", error);
    },
    aborts(event: unknown): void {
      const found = of(event);
      if (found !== undefined) found.runs.close(found.open, "aborted");
    },
  };
}
