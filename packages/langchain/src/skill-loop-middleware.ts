import {
  type AdapterOptions,
  type AgentRun,
  assertLoop,
  type FlushOptions,
  type LangchainCall,
  langchainMessagesWithNotes,
  recorderIn,
  type Transcript,
} from "@skillloop/core/adapter/langchain";
import { type AgentMiddleware, createMiddleware } from "langchain";
import { graphMetadata, surroundingConfig } from "./graph-place.ts";
import { middlewareCall } from "./middleware-call.ts";
import { MiddlewareRecorder } from "./middleware-recorder.ts";
import { parentRunIdIn } from "./parent-run-id-in.ts";
import { readField, readText } from "./read-field.ts";

/** A middleware of `createAgent`, with what a serverless host needs beside it. */
export interface SkillLoopMiddleware extends AgentMiddleware {
  /**
   * Ends what waits for nothing, with `endOpen` also what waits for a tool or a person, and waits until all
   * traces are stored, at most `timeoutMs`.
   */
  flush(options?: FlushOptions): Promise<void>;
  /** How many runs this middleware holds open. Those of a handler beside it are the handler's. */
  readonly size: number;
}

/** What is looked at of a request. Middleware further out may have left parts of it away. */
interface SeenRequest {
  readonly messages: readonly unknown[];
  readonly tools?: unknown;
  readonly runtime: { readonly configurable?: unknown };
}

/** What one request is recorded under. */
interface Recorded {
  readonly run: AgentRun;
  readonly transcript: Transcript;
}

/**
 * Shows an agent's model what is known: project notes behind the task, and a hint behind a result that
 * failed, in a copy of the messages. Records by itself; with a `SkillLoopCallbackHandler` of the same loop
 * in the callbacks, the handler records, more exactly, and nothing is recorded or shown twice.
 *
 * It wraps model calls alone. A middleware around tool calls would turn a tool's error into the end of the
 * agent, and hooks around the agent would be steps of its graph.
 *
 * @example
 * createAgent({ model, tools, middleware: [skillLoopMiddleware({ loop })] });
 */
export function skillLoopMiddleware(options: AdapterOptions<LangchainCall>): SkillLoopMiddleware {
  assertLoop(options);
  const { loop } = options;
  const recorder = new MiddlewareRecorder(options);
  const guarded = async <T>(work: () => Promise<T> | T): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      loop.report(error, "langchain.middleware");
      return undefined;
    }
  };

  /** `own` when this middleware recorded the request, and has to record what comes of it. */
  async function recordedOf({
    messages,
    runtime,
    ...request
  }: SeenRequest): Promise<{ readonly recorded: Recorded; readonly own?: Recorded } | undefined> {
    const config = surroundingConfig();
    const tools = toolNames(request.tools);
    const { metadata, tags } = graphMetadata(config, runtime.configurable);
    const callbacks = config?.["callbacks"];
    const partner = recorderIn(callbacks, loop);
    if (partner !== undefined) {
      const recorded = await partner.requestIn(messages, parentRunIdIn(callbacks), { tools, tags, metadata });
      return recorded && { recorded };
    }
    const call = middlewareCall(messages, { metadata, tags });
    const own = recorder.start({ token: tokenOf(runtime), call }, messages, tools);
    return own && { recorded: own, own };
  }

  const middleware = createMiddleware({
    name: "SkillLoop",
    wrapModelCall: async (request, handler) => {
      const found = await guarded(() => recordedOf(request));
      if (found === undefined) return handler(request);
      const { recorded, own } = found;
      const { messages, runtime } = request;
      if (own === undefined) {
        recorded.run.verify ??= options.verify;
        recorded.run.onHint ??= options.onHint;
      }
      const shown = await guarded(async () => {
        if (options.inject === false) return messages;
        const notes = await recorded.run.notes(recorded.transcript);
        return langchainMessagesWithNotes(messages, recorded.transcript, notes);
      });
      const sent = shown === undefined || shown === messages ? request : { ...request, messages: [...shown] };
      if (own === undefined) return handler(sent);
      try {
        const response = await handler(sent);
        await guarded(() => recorder.end(own, response));
        return response;
      } catch (error) {
        await guarded(() => recorder.fail(own, error, runtime.signal));
        throw error;
      }
    },
  });

  return {
    ...middleware,
    flush: (flushing) => recorder.table.flush(flushing),
    get size() {
      return recorder.table.size;
    },
  };
}

function toolNames(tools: unknown): readonly string[] | undefined {
  if (!Array.isArray(tools)) return undefined;
  return tools.flatMap((tool: unknown) => readText(tool, "name") ?? []);
}

/** One invocation of an agent hands the same writer to all its steps, and no other invocation does. */
function tokenOf(runtime: unknown): object | undefined {
  const writer = readField(runtime, "writer");
  return typeof writer === "function" ? writer : undefined;
}
