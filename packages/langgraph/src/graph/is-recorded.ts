import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import type { Loop } from "@skillloop/core";

/** On a callback handler of ours: the loop that it records for. Shared by copies of this package. */
export const recordsFor = Symbol.for("skillloop.records-for");

/** Whether the graph that a node runs in is recorded as a whole, for the same loop. */
export function isRecorded({ callbacks }: LangGraphRunnableConfig, loop: Loop): boolean {
  const handlers: readonly object[] = Array.isArray(callbacks) ? callbacks : (callbacks?.handlers ?? []);
  return handlers.some((handler) => recordsFor in handler && handler[recordsFor] === loop);
}
