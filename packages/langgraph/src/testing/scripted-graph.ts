import { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import type { BaseMessage } from "@langchain/core/messages";
import type { StructuredToolInterface } from "@langchain/core/tools";
import { type BaseCheckpointSaver, END, START, StateGraph } from "@langchain/langgraph";
import { ToolNode, toolsCondition } from "@langchain/langgraph/prebuilt";
import { learnNode } from "../nodes/learn-node.ts";
import type { SkillLoopNodeOptions } from "../nodes/node-options.ts";
import { recallNode } from "../nodes/recall-node.ts";
import { SkillLoopToolNode } from "../nodes/skill-loop-tool-node.ts";
import { messagesWithNotes } from "../state/messages-with-notes.ts";
import { SkillLoopAnnotation } from "../state/skill-loop-annotation.ts";
import type { ScriptedChatModel } from "./scripted-chat-model.ts";

export interface ScriptedGraph {
  readonly model: ScriptedChatModel;
  readonly tools: StructuredToolInterface[];
  readonly checkpointer?: BaseCheckpointSaver | undefined;
}

type State = typeof SkillLoopAnnotation.State;

/** The graph of the README: recall, agent, tools, learn. Without options it is the same graph without us. */
export function graphWithNodes(
  { model, tools, checkpointer }: ScriptedGraph,
  options: SkillLoopNodeOptions | undefined,
) {
  const agent = async (state: State): Promise<{ messages: BaseMessage[] }> => ({
    messages: [await model.invoke(messagesWithNotes(state))],
  });
  // Two nodes of the host's own that write a channel, so that both graphs stream the same parts.
  const other = async () => ({ skillloop: { runId: "of the host" } });
  return new StateGraph(SkillLoopAnnotation)
    .addNode("recall", options === undefined ? other : recallNode({ ...options, tools }))
    .addNode("agent", agent)
    .addNode("tools", options === undefined ? new ToolNode(tools) : new SkillLoopToolNode(tools, options))
    .addNode("learn", options === undefined ? other : learnNode(options))
    .addEdge(START, "recall")
    .addEdge("recall", "agent")
    .addConditionalEdges("agent", toolsCondition, { tools: "tools", [END]: "learn" })
    .addEdge("tools", "agent")
    .addEdge("learn", END)
    .compile({ ...(checkpointer && { checkpointer }) });
}

/** Without SkillLoop, LangGraph still waits for a handler: how far a stream gets before an error depends on it. */
class WaitingHandler extends BaseCallbackHandler {
  readonly name = "waiting";
  override readonly awaitHandlers = true;
  override async handleChainStart(): Promise<void> {}
  override async handleChainEnd(): Promise<void> {}
}

export const waitingHandler = (): BaseCallbackHandler => new WaitingHandler();

/** A graph that knows nothing of SkillLoop. */
export function plainGraph({ model, tools, checkpointer }: ScriptedGraph) {
  const agent = async ({ messages }: State): Promise<{ messages: BaseMessage[] }> => ({
    messages: [await model.invoke(messages)],
  });
  return new StateGraph(SkillLoopAnnotation)
    .addNode("agent", agent)
    .addNode("tools", new ToolNode(tools))
    .addEdge(START, "agent")
    .addConditionalEdges("agent", toolsCondition, ["tools", END])
    .addEdge("tools", "agent")
    .compile({ ...(checkpointer && { checkpointer }) });
}
