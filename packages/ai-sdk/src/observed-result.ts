import { readField } from "@skillloop/core/adapter";
import { copyWith } from "./copy-with.ts";
import type { ModelRequest } from "./model-request.ts";
import type { OpenRun } from "./open-run.ts";
import { passThrough } from "./pass-through.ts";

export interface Observation {
  readonly request: ModelRequest;
  /** Where a telemetry of version 6 finds the run of a step, by the `request` of its response. */
  readonly byRequest: WeakMap<object, OpenRun> | undefined;
  readonly report: (error: unknown) => void;
}

/** A model's whole answer as the host is given it: its own object, or a copy with a `request` of its own. */
export function observedAnswer<Result>(result: Result, { request, byRequest, report }: Observation): Result {
  if (typeof result !== "object" || result === null || byRequest === undefined) return result;
  try {
    return copyWith<object>(result, marks(result, request, byRequest)) as Result;
  } catch (error) {
    report(error);
    return result;
  }
}

/** A model's stream as the host is given it: observed in a copy, or its own where that cannot be made. */
export function observedStream<Result extends { stream: ReadableStream<unknown> }>(
  result: Result,
  { request, byRequest, report }: Observation,
): Result {
  let handed = result;
  try {
    const marked = byRequest === undefined ? {} : marks(result, request, byRequest);
    const copy = copyWith<{ stream: ReadableStream<unknown> }>(result, { ...marked, stream: result.stream });
    // The last thing that may fail: from here on the host's own stream cannot be read by anyone else.
    copy.stream = passThrough(copy.stream, request);
    handed = copy as Result;
    request.streams();
  } catch (error) {
    request.failed(error);
    report(error);
  }
  return handed;
}

function marks(result: object, { open }: ModelRequest, byRequest: WeakMap<object, OpenRun>): object {
  const request = { ...(readField(result, "request") as object | undefined) };
  byRequest.set(request, open);
  return { request };
}
