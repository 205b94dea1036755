import type { RequestContext } from "@mastra/core/request-context";
import { readField, readText } from "@skillloop/core/adapter";

/** What is known of one request of a Mastra agent when `scope` and `taskId` are asked about it. */
export interface MastraCall {
  /** The host's own, or the one that Mastra makes for the request. */
  readonly requestContext: RequestContext | undefined;
  /** Of the agent's memory; `undefined` without one. */
  readonly threadId: string | undefined;
  readonly resourceId: string | undefined;
}

/** Under which name Mastra keeps what its memory is about in the request context. */
const memoryKey = "MastraMemory";

export function mastraCall(requestContext: RequestContext | undefined): MastraCall {
  const memory: unknown = requestContext?.get(memoryKey);
  return {
    requestContext,
    threadId: readText(readField(memory, "thread"), "id"),
    resourceId: readText(memory, "resourceId"),
  };
}
