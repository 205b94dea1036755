import { isRecord } from "../../trace/json-value.ts";
import { callIdOf } from "../../trace/trace-event.ts";

/** What a `scope` or `taskId` function is given: one request to a model, or one call of a tool. */
export interface LangchainCall {
  /** The messages of the request; none for a tool that is called by itself. */
  readonly messages: readonly unknown[];
  /** The call's metadata: LangChain's own, that of the graph, and what the host gave in its config. */
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly tags: readonly string[];
  /** LangChain's id of this call. */
  readonly runId: string;
  /** LangChain's id of the outermost run this call belongs to. */
  readonly rootRunId: string;
  /** The conversation, as `configurable.thread_id` names it. */
  readonly threadId?: string | undefined;
  /** What the host grouped the call under: by `runTask`, else by `metadata.taskId`. */
  readonly taskId?: string | undefined;
}

/** What an event of LangChain says beside its payload. */
export interface EventFacts {
  readonly runId: string;
  readonly parentRunId: string | undefined;
  readonly tags: readonly string[];
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** The common facts of an event. LangChain gives `undefined` for what it has not, and so may other callers. */
export function eventFacts(
  runId: string,
  parentRunId: string | undefined,
  tags: readonly string[] | undefined,
  metadata: unknown,
): EventFacts {
  return {
    runId,
    parentRunId,
    tags: Array.isArray(tags) ? tags : [],
    metadata: isRecord(metadata) ? metadata : {},
  };
}

/**
 * The place in a graph that an event comes from: one task of one step, by the graph's own name for it. `""`
 * in a graph that does not name it, `undefined` outside graphs.
 */
export function graphPlace(metadata: Readonly<Record<string, unknown>>): string | undefined {
  const named = callIdOf(metadata["langgraph_checkpoint_ns"]);
  return named ?? (metadata["langgraph_node"] === undefined ? undefined : "");
}

/** A call as its scope and its run are told by. */
export function langchainCall(
  facts: EventFacts,
  rootRunId: string,
  messages: readonly unknown[],
  taskId: string | undefined,
): LangchainCall {
  const { runId, tags, metadata } = facts;
  return {
    messages,
    metadata,
    tags,
    runId,
    rootRunId,
    threadId: callIdOf(metadata["thread_id"]),
    taskId: taskId ?? callIdOf(metadata["taskId"]),
  };
}
