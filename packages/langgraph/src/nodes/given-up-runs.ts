import type { Loop } from "@skillloop/core";
import type { AgentRun } from "@skillloop/core/adapter/langchain";

/** How many given-up runs of a loop are remembered; a graph is seldom resumed after so many others. */
const remembered = 1_000;

const names = new WeakMap<AgentRun, string>();
const storedOfLoop = new WeakMap<Loop, Map<string, number>>();

/** Gives a run the name under which a resumed graph would ask for it, its scope included. */
export function nameRun(run: AgentRun, name: string): void {
  if (name !== "") names.set(run, name);
}

export const nameOf = (run: AgentRun): string => names.get(run) ?? "";

/** The state tells what of the run was recorded: there is nothing to remember. */
export function isTold(run: AgentRun): void {
  names.delete(run);
}

/**
 * A run ends that its graph has not ended: an interrupt outside a tool looks no different from a graph that
 * was left. What is stored of it now is not stored again when the graph goes on after all.
 */
export function rememberStored(loop: Loop, run: AgentRun): void {
  const name = names.get(run);
  const open = run.calls.findIndex(({ state }) => state === "open" || state === "interrupted");
  // A call that may be answered yet is recorded when it is, and with it all behind it.
  const settled = open < 0 ? run.calls.length : open;
  if (name === undefined || run.isEnded || settled === 0) return;
  const stored = storedOfLoop.get(loop) ?? new Map<string, number>();
  storedOfLoop.set(loop, stored);
  const before = stored.get(name) ?? 0;
  stored.delete(name);
  stored.set(name, before + settled);
  const [oldest] = stored.keys();
  if (stored.size > remembered && oldest !== undefined) stored.delete(oldest);
}

/** How many of the first calls of a run were stored when it was given up. */
export function storedCalls(loop: Loop, name: string): number {
  return storedOfLoop.get(loop)?.get(name) ?? 0;
}
