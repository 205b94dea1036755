import type { Loop } from "@skillloop/core";
import type { AdapterOptions } from "@skillloop/core/adapter";
import type { AiSdkCall } from "./ai-sdk-call.ts";
import type { OpenRun } from "./open-run.ts";
import { OpenRuns } from "./open-runs.ts";

/** What the parts of this adapter that stand on one loop have in common. */
export interface LoopRuns {
  /** By what they do with a run: a run that stores nothing cannot be shared with one that does. */
  readonly groups: Map<string, OpenRuns>;
  /** Runs by the `request` of a response, by which version 6 tells of a step. Kept only for a telemetry. */
  readonly byRequest: WeakMap<object, OpenRun>;
  hasTelemetry: boolean;
}

const known = new WeakMap<Loop, LoopRuns>();

export function loopRuns(loop: Loop): LoopRuns {
  const found = known.get(loop);
  if (found !== undefined) return found;
  const made: LoopRuns = { groups: new Map(), byRequest: new WeakMap(), hasTelemetry: false };
  known.set(loop, made);
  return made;
}

/** The open runs that a middleware or a telemetry with these options shares with the others of its loop. */
export function openRunsFor(options: AdapterOptions<AiSdkCall>): OpenRuns {
  const { loop, inject = true, record = true, idleTimeoutMs } = options;
  const { groups } = loopRuns(loop);
  const key = `${inject} ${record} ${idleTimeoutMs}`;
  const found = groups.get(key);
  if (found !== undefined) return found;
  const made = new OpenRuns(options);
  groups.set(key, made);
  return made;
}
