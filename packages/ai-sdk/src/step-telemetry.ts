import {
  type AdapterOptions,
  promptTranscript,
  readField,
  readList,
  readText,
} from "@skillloop/core/adapter";
import type { AiSdkCall } from "./ai-sdk-call.ts";
import { type FinishedStep, readStep, recordStep } from "./finished-step.ts";
import { loopRuns, openRunsFor } from "./loop-runs.ts";
import type { OpenRun } from "./open-run.ts";
import type { OpenRuns } from "./open-runs.ts";
import { telemetryCall } from "./telemetry-call.ts";

interface StepRun {
  readonly runs: OpenRuns;
  readonly open: OpenRun;
}

/** What version 6 tells. Its events carry no id of their loop, so objects that pass through it stand for one. */
export function stepTelemetry(options: AdapterOptions<AiSdkCall>) {
  const shared = loopRuns(options.loop);
  /** By the input of a call, which goes by reference where the call itself is copied. */
  const tools = new WeakMap<object, { readonly messages: readonly unknown[]; durationMs?: number }>();
  const stepRuns = new WeakMap<object, StepRun>();

  const inputOf = (call: unknown): object | undefined => {
    const input = readField(call, "input");
    return typeof input === "object" && input !== null ? input : undefined;
  };
  const toolOf = (call: unknown) => tools.get(inputOf(call) ?? {});

  const sentFor = ({ calls }: FinishedStep): readonly unknown[] | undefined =>
    calls.map(toolOf).find((tool) => tool !== undefined)?.messages;

  /** The run of a middleware: by the request it has marked, else by the task and the calls that only it has. */
  const ofMiddleware = (event: unknown, step: FinishedStep): StepRun | undefined => {
    const request = readField(event, "request");
    const marked =
      typeof request === "object" && request !== null ? shared.byRequest.get(request) : undefined;
    const all = [...shared.groups.values()].flatMap((runs) => runs.all.map((open) => ({ runs, open })));
    if (marked !== undefined) return all.find(({ open }) => open === marked);
    const messages = sentFor(step);
    if (messages === undefined) return undefined;
    const { task } = promptTranscript(messages);
    const ids = step.calls.map((call) => readText(call, "toolCallId") ?? "");
    const isOpenIn = (open: OpenRun, id: string): boolean =>
      open.run.calls.some((call) => call.frameworkId === id && call.state === "open");
    const fitting = all.filter(({ open }) => open.run.task === task && ids.every((id) => isOpenIn(open, id)));
    return fitting.length === 1 ? fitting[0] : undefined;
  };

  /** Without a middleware: what was sent to the model is known from the events of the step's tools. */
  const ofMessages = (step: FinishedStep): StepRun | undefined => {
    const messages = sentFor(step);
    if (messages === undefined) return undefined;
    const runs = openRunsFor(options);
    const met = runs.requestOf(telemetryCall(messages, undefined), options);
    met?.open.run.observe(met.transcript);
    return met === undefined ? undefined : { runs, open: met.open };
  };

  return {
    toolStarts(event: unknown): void {
      const input = inputOf(readField(event, "toolCall"));
      if (input !== undefined) tools.set(input, { messages: readList(event, "messages") });
    },
    toolEnds(event: unknown): void {
      const tool = toolOf(readField(event, "toolCall"));
      const durationMs = readField(event, "durationMs");
      if (tool !== undefined && typeof durationMs === "number") tool.durationMs = durationMs;
    },
    stepEnds(event: unknown): void {
      if (typeof event !== "object" || event === null || readText(event, "callId") !== undefined) return;
      const step = readStep(event);
      const watched = ofMiddleware(event, step);
      const found = watched ?? ofMessages(step);
      if (found === undefined) return;
      stepRuns.set(event, found);
      recordStep(found.runs, found.open, step, {
        isAsked: watched !== undefined,
        reported: new Set(),
        durationOf: (call) => toolOf(call)?.durationMs,
      });
    },
    loopEnds(event: unknown): void {
      const steps = readList(event, "steps");
      const last = steps.at(-1);
      const run = steps.flatMap((step) => stepRuns.get(step as object) ?? []).at(-1);
      if (run !== undefined) endLoop(run, readStep(last));
    },
  };
}

/**
 * The end of the SDK's loop. One that stops behind results was cut; one that stops before them waits for a
 * person or a client, and its run goes on with the next request.
 */
export function endLoop({ runs, open }: StepRun, last: FinishedStep): void {
  if (open.run.isEnded || !last.isComplete) return;
  runs.close(open, last.calls.length > 0 ? "aborted" : "completed");
}
