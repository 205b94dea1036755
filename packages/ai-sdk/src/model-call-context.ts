import type { Loop } from "@skillloop/core";
import { asyncContext } from "./async-context.ts";
import type { OpenRun } from "./open-run.ts";
import type { OpenRuns } from "./open-runs.ts";

/** A telemetry that watches the model call of this asynchronous context. */
export interface ModelCallWatcher {
  readonly loop: Loop;
  joined(runs: OpenRuns, open: OpenRun): void;
}

const context = asyncContext<readonly ModelCallWatcher[]>();

export function watchModelCall<Result>(watcher: ModelCallWatcher, body: () => Result): Result {
  return context.run([...(context.getStore() ?? []), watcher], body);
}

/** Tells the telemetries of the loop which run the present model call belongs to. */
export function tellWatchers(runs: OpenRuns, open: OpenRun): void {
  for (const watcher of context.getStore() ?? []) {
    if (watcher.loop === runs.loop) watcher.joined(runs, open);
  }
}
