import type { Loop } from "@skillloop/core";
import type { FlushOptions } from "@skillloop/core/adapter/langchain";
import { handlersOf } from "./graph/graph-handlers.ts";
import { tablesOf } from "./nodes/node-runs.ts";

/**
 * Waits until everything that graphs of this loop have ended is stored. Call it before a serverless function
 * returns; a run that waits for a person, or that another request is in the middle of, is left alone.
 * `endOpen: true` also ends what nothing has ended: runs of graphs that never came to their learn node, or
 * that wait for a person. For a process that goes away and whose graphs nobody will resume.
 */
export async function flushSkillLoop(loop: Loop, options: FlushOptions = {}): Promise<void> {
  const { timeoutMs, endOpen = false } = options;
  const limit = timeoutMs === undefined ? {} : { timeoutMs };
  const open = endOpen ? [...tablesOf(loop), ...handlersOf(loop).map(({ callbacks }) => callbacks)] : [];
  await Promise.all([...open.map((one) => one.flush({ ...limit, endOpen })), loop.flush(limit)]);
}

/** How many runs of a loop's graphs are open, and what of theirs has not been told the end of. */
export function openRuns(loop: Loop): number {
  return [...tablesOf(loop), ...handlersOf(loop)].reduce((sum, { size }) => sum + size, 0);
}
