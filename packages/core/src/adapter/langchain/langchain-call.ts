import { isRecord } from "../../trace/json-value.ts";
import { callIdOf } from "../../trace/trace-event.ts";
import type { Scope } from "../../types/scope.ts";
import type { AdapterOptions } from "../adapter-options.ts";

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

/** A task of the host's own. Each is another object: two users' tasks may have one id. */
export interface HostTask {
  readonly id: string;
}

/** Who is told of an event: handlers of one loop share its runs, each with options of its own. */
export interface LangchainHost {
  readonly options: AdapterOptions<LangchainCall>;
  /** The task that the calling code is part of. */
  readonly task?: (() => HostTask | undefined) | undefined;
}

/** A call, and the handler that met it. */
export interface MetCall {
  readonly call: LangchainCall;
  readonly host: LangchainHost;
  readonly task: HostTask | undefined;
}

/** What an event of LangChain says beside its payload. */
export interface EventFacts {
  readonly host: LangchainHost;
  readonly runId: string;
  readonly parentRunId: string | undefined;
  readonly tags: readonly string[];
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** The common facts of an event. LangChain gives `undefined` for what it has not, and so may other callers. */
export function eventFacts(
  host: LangchainHost,
  runId: string,
  parentRunId: string | undefined,
  tags: readonly string[] | undefined,
  metadata: unknown,
): EventFacts {
  return {
    host,
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
export function metCall(facts: EventFacts, rootRunId: string, messages: readonly unknown[]): MetCall {
  const { host, runId, tags, metadata } = facts;
  const task = host.task?.();
  const threadId = callIdOf(metadata["thread_id"]);
  const taskId = task?.id ?? callIdOf(metadata["taskId"]);
  return { call: { messages, metadata, tags, runId, rootRunId, threadId, taskId }, host, task };
}

/** The scope of a call, as the options of the handler that met it tell it. */
export function scopeOfMet({ call, host: { options } }: MetCall): Partial<Scope> | undefined {
  return typeof options.scope === "function" ? options.scope(call) : (options.scope ?? {});
}

/** The id of its task. */
export function taskIdOfMet({ call, host: { options } }: MetCall): string | undefined {
  return (typeof options.taskId === "function" ? options.taskId(call) : options.taskId) ?? call.taskId;
}
