import {
  type AdapterOptions,
  type AgentRun,
  type LangchainCall,
  langchainMessagesWithNotes,
  type Transcript,
} from "@skillloop/core/adapter";
import { type AgentMiddleware, createMiddleware } from "langchain";
import { graphMetadata, surroundingConfig } from "./graph-place.ts";
import { handlerIn, parentRunIdIn } from "./handler-in.ts";
import { middlewareCall } from "./middleware-call.ts";
import { MiddlewareRecorder } from "./middleware-recorder.ts";

/** A middleware of `createAgent`, with what a serverless host needs beside it. */
export interface SkillLoopMiddleware extends AgentMiddleware {
  /** Ends what waits for nothing, and waits until all traces are stored, at most `timeoutMs`. */
  flush(options?: { readonly timeoutMs?: number }): Promise<void>;
  /** How many runs this middleware holds open. Those of a handler beside it are the handler's. */
  readonly size: number;
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

  const middleware = createMiddleware({
    name: "SkillLoop",
    wrapModelCall: async (request, handler) => {
      const { messages, runtime } = request;
      const config = surroundingConfig();
      const tools = request.tools.flatMap((tool) =>
        "name" in tool && typeof tool.name === "string" ? [tool.name] : [],
      );
      const { metadata, tags } = graphMetadata(config, runtime.configurable);
      const partner = handlerIn(config?.["callbacks"], loop);
      const own = await guarded((): Recorded | undefined => {
        if (partner !== undefined) return undefined;
        const call = middlewareCall(messages, { metadata, tags });
        return recorder.start({ token: tokenOf(runtime), call }, messages, tools);
      });
      const recorded =
        own ??
        (await partner?.recorder.requestIn(messages, parentRunIdIn(config?.["callbacks"]), {
          tools,
          tags,
          metadata,
        }));
      if (recorded === undefined) return handler(request);
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
    flush: (limit) => recorder.table.flush(limit),
    get size() {
      return recorder.table.size;
    },
  };
}

/** One invocation of an agent hands the same writer to all its steps, and no other invocation does. */
function tokenOf(runtime: unknown): object | undefined {
  const writer: unknown =
    typeof runtime === "object" && runtime !== null && "writer" in runtime ? runtime.writer : undefined;
  return typeof writer === "function" ? writer : undefined;
}
