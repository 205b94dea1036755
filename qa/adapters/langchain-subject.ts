import { SkillLoopCallbackHandler, skillLoopMiddleware } from "@skillloop/langchain";
import { createAgent, createMiddleware } from "langchain";
import type { Subject } from "./bench-agent.ts";
import { EmptyHandler } from "./empty-handler.ts";
import { type MessageGraph, messageAgent, noAdapter } from "./langchain-agent.ts";
import { ScriptedChatModel } from "./langchain-model.ts";
import { langchainTool } from "./langchain-tool.ts";

/** An agent of `createAgent`, given the handler, the middleware, or both. */
export function langchainSubject(
  name: string,
  parts: { readonly handler: boolean; readonly middleware: boolean },
): Subject {
  const empty = createMiddleware({ name: "Empty", wrapModelCall: async (request, next) => next(request) });
  return {
    name,
    hooked: (script) =>
      messageAgent(
        createAgent({
          model: new ScriptedChatModel(script),
          tools: [langchainTool()],
          ...(parts.middleware && { middleware: [empty] }),
        }) as unknown as MessageGraph,
        parts.handler ? { callbacks: [new EmptyHandler()] } : {},
        noAdapter,
      ),
    agent({ script, loop }) {
      const handler = loop && parts.handler ? new SkillLoopCallbackHandler({ loop }) : undefined;
      const middleware = loop && parts.middleware ? skillLoopMiddleware({ loop }) : undefined;
      const agent = createAgent({
        model: new ScriptedChatModel(script),
        tools: [langchainTool()],
        ...(middleware && { middleware: [middleware] }),
      });
      return messageAgent(
        agent as unknown as MessageGraph,
        handler ? { callbacks: [handler] } : {},
        loop === undefined
          ? noAdapter
          : {
              async flush() {
                await handler?.flush();
                await middleware?.flush();
              },
              openRuns: () => (handler?.size ?? 0) + (middleware?.size ?? 0),
            },
      );
    },
  };
}
