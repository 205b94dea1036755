import { Annotation, END, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import type { Loop } from "@skillloop/core";
import {
  flushSkillLoop,
  learnNode,
  messagesWithNotes,
  openRuns,
  recallNode,
  SkillLoopAnnotation,
  SkillLoopToolNode,
  withSkillLoop,
} from "@skillloop/langgraph";
import type { Subject } from "./bench-agent.ts";
import { EmptyHandler } from "./empty-handler.ts";
import { type MessageGraph, messageAgent, noAdapter } from "./langchain-agent.ts";
import { ScriptedChatModel } from "./langchain-model.ts";
import { langchainTool } from "./langchain-tool.ts";
import type { Script } from "./script.ts";

const State = Annotation.Root({ ...MessagesAnnotation.spec, ...SkillLoopAnnotation.spec });

type Messages = typeof MessagesAnnotation.State;

/** The next node behind the model: its tools, or `end` when it calls none. */
const after =
  (end: string) =>
  ({ messages }: Messages): string => {
    const last = messages.at(-1);
    return last && "tool_calls" in last && Array.isArray(last.tool_calls) && last.tool_calls.length > 0
      ? "tools"
      : end;
  };

function bareGraph(script: Script): MessageGraph {
  const tools = [langchainTool()];
  const model = new ScriptedChatModel(script).bindTools(tools);
  return new StateGraph(MessagesAnnotation)
    .addNode("agent", async ({ messages }) => ({ messages: [await model.invoke(messages)] }))
    .addNode("tools", new ToolNode(tools))
    .addEdge(START, "agent")
    .addConditionalEdges("agent", after(END), ["tools", END])
    .addEdge("tools", "agent")
    .compile() as unknown as MessageGraph;
}

/** The graph with a node before and one behind that do nothing. */
function graphWithEmptyNodes(script: Script): MessageGraph {
  const tools = [langchainTool()];
  const model = new ScriptedChatModel(script).bindTools(tools);
  return new StateGraph(State)
    .addNode("recall", async () => ({}))
    .addNode("agent", async ({ messages }) => ({ messages: [await model.invoke(messages)] }))
    .addNode("tools", new ToolNode(tools))
    .addNode("learn", async () => ({}))
    .addEdge(START, "recall")
    .addEdge("recall", "agent")
    .addConditionalEdges("agent", after("learn"), ["tools", "learn"])
    .addEdge("tools", "agent")
    .addEdge("learn", END)
    .compile() as unknown as MessageGraph;
}

function graphWithNodes(script: Script, loop: Loop): MessageGraph {
  const tools = [langchainTool()];
  const model = new ScriptedChatModel(script).bindTools(tools);
  return new StateGraph(State)
    .addNode("recall", recallNode({ loop }))
    .addNode("agent", async (state) => ({ messages: [await model.invoke(messagesWithNotes(state))] }))
    .addNode("tools", new SkillLoopToolNode(tools, { loop }))
    .addNode("learn", learnNode({ loop }))
    .addEdge(START, "recall")
    .addEdge("recall", "agent")
    .addConditionalEdges("agent", after("learn"), ["tools", "learn"])
    .addEdge("tools", "agent")
    .addEdge("learn", END)
    .compile() as unknown as MessageGraph;
}

/** A graph of one's own, wrapped as a whole. */
export const wrappedGraph: Subject = {
  name: "langgraph withSkillLoop",
  hooked: (script) => messageAgent(bareGraph(script), { callbacks: [new EmptyHandler()] }, noAdapter),
  agent({ script, loop }) {
    const graph = bareGraph(script);
    if (loop === undefined) return messageAgent(graph, {}, noAdapter);
    const wrapped = withSkillLoop(graph as never, { loop });
    return messageAgent(wrapped as unknown as MessageGraph, {}, adapterOf(loop));
  },
};

/** The same graph with a node before, one behind, and ours for the tools; the bare one has neither node. */
export const graphOfNodes: Subject = {
  name: "langgraph nodes",
  hooked: (script) => messageAgent(graphWithEmptyNodes(script), {}, noAdapter),
  agent({ script, loop }) {
    if (loop === undefined) return messageAgent(bareGraph(script), {}, noAdapter);
    return messageAgent(graphWithNodes(script, loop), {}, adapterOf(loop));
  },
};

function adapterOf(loop: Loop) {
  return { flush: () => flushSkillLoop(loop), openRuns: () => openRuns(loop) };
}
