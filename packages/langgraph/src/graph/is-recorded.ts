import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import type { Loop } from "@skillloop/core";
import { recorderIn } from "@skillloop/core/adapter/langchain";

/** Whether the graph that a node runs in is recorded as a whole, for the same loop. */
export function isRecorded({ callbacks }: LangGraphRunnableConfig, loop: Loop): boolean {
  return recorderIn(callbacks, loop) !== undefined;
}
