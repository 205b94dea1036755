import type { SessionRecording } from "../session.ts";
import { intake } from "../trace/intake.ts";
import type { Receipt } from "../types/loop.ts";
import type { Scope } from "../types/scope.ts";
import type { LoopCore } from "./loop-core.ts";
import { traceJob } from "./trace-job.ts";

/** How long a host waits for its recording to be stored. A store that hangs goes on in the background. */
const STORE_BUDGET_MS = 5_000;

/** Stores what a session recorded. Rejects with what intake or the store said. */
export async function learnRecording(
  { store, clock, settings, pending, report }: LoopCore,
  scope: Scope,
  recording: SessionRecording,
): Promise<Receipt | undefined> {
  const now = clock.now();
  const { shown, used, bulletFeedback, ...run } = recording;
  const { trace, redactions, truncated, stepsDropped } = intake(run, {
    scope,
    now,
    environment: settings.environment,
    session: { shown, used, bulletFeedback },
  });
  const storing = store.addTraces([{ trace, job: traceJob(trace, now) }]);
  pending.add(storing);
  const settled = storing.finally(() => pending.delete(storing));
  const waited = new AbortController();
  const added = await Promise.race([settled, clock.sleep(STORE_BUDGET_MS, waited.signal)]);
  // A reason of one's own: without one an error with its stack is made.
  waited.abort("settled");
  if (added === undefined) {
    settled.catch((error: unknown) => report.error(error, "session.store", recording.runId));
    report.log("warn", "session.store-slow", { waitedMs: STORE_BUDGET_MS }, recording.runId);
    return undefined;
  }
  report.log("info", "session.learned", { trace: trace.id, steps: trace.steps.length }, recording.runId);
  return { traceId: trace.id, added: added.has(trace.id), redactions, truncated, stepsDropped };
}
