import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import type { Loop } from "@skillloop/core";

/** The loops that a callback handler of ours records for, so that a node beside it does not do so again. */
const loops = new WeakMap<object, Loop>();

export function markRecording(handler: object, loop: Loop): void {
  loops.set(handler, loop);
}

/** Whether the graph that a node runs in is recorded as a whole, for the same loop. */
export function isRecorded({ callbacks }: LangGraphRunnableConfig, loop: Loop): boolean {
  const handlers = Array.isArray(callbacks) ? callbacks : (callbacks?.handlers ?? []);
  return handlers.some((handler) => loops.get(handler) === loop);
}
