import type { AgentRun } from "@skillloop/core/adapter/langchain";

const DEFAULT_WAIT_MS = 10 * 60_000;
/** Sooner than the table ends an idle run, which would store half of it. */
const SHARE = 0.9;

const waiting = new WeakMap<AgentRun, ReturnType<typeof setTimeout>>();

/**
 * Lets a run wait for a person. When nobody comes within its idle time it is forgotten without a trace: the
 * checkpoint has its calls, and whoever resumes it then, in any process, records all of them once.
 */
export function waitForPerson(run: AgentRun, forget: () => void, idleMs = DEFAULT_WAIT_MS): void {
  goOn(run);
  const timer = setTimeout(() => {
    waiting.delete(run);
    if (run.isEnded) return;
    run.drop();
    forget();
  }, idleMs * SHARE);
  (timer as { unref?: () => void }).unref?.();
  waiting.set(run, timer);
}

/** The run goes on, or has ended. */
export function goOn(run: AgentRun): void {
  clearTimeout(waiting.get(run));
  waiting.delete(run);
}
