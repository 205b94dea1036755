import { AIMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { type StructuredToolInterface, tool } from "@langchain/core/tools";
import { interrupt } from "@langchain/langgraph";
import type { ScriptedCall, ScriptedReply, SeenRequest } from "@skillloop/core/testing/adapter-contract";
import { z } from "zod";
import { ScriptedChatModel } from "./scripted-chat-model.ts";
import { noUpstream, wrongCurrency } from "./taught-loop.ts";

/** A model that says these, one after the other. */
export function modelSaying(...replies: readonly ScriptedReply[]) {
  const requests: SeenRequest[] = [];
  const reply = (_request: SeenRequest, index: number): ScriptedReply =>
    replies[index] ?? { text: "There is nothing left to say." };
  return { model: new ScriptedChatModel({ requests, reply }), requests };
}

export const call = (id: string, name: string, input: Record<string, unknown> = {}): ScriptedCall => ({
  id,
  tool: name,
  input,
});

export const calls = (...issued: readonly ScriptedCall[]): ScriptedReply => ({ calls: issued });

export const asked = (task: string) => ({ messages: [new HumanMessage(task)] });

export const bash: StructuredToolInterface = tool(
  async ({ command }) => {
    if (command === "git push") throw new Error(noUpstream("hotfix-9"));
    return "branch 'hotfix-9' set up to track 'origin/hotfix-9'";
  },
  { name: "bash", description: "Runs a command", schema: z.object({ command: z.string() }) },
);

export const sendInvoice: StructuredToolInterface = tool(
  async ({ currency }) => {
    if (currency !== currency.toUpperCase()) throw new Error(wrongCurrency(currency));
    return "Sent.";
  },
  {
    name: "send_invoice",
    description: "Sends an invoice",
    schema: z.object({ customer: z.string(), amount: z.number(), currency: z.string() }),
  },
);

/** Pauses the graph, and gives what the person answers. */
export const askPerson: StructuredToolInterface = tool(
  async ({ question }) => `The person says: ${String(interrupt(question))}`,
  { name: "ask_person", description: "Asks a person", schema: z.object({ question: z.string() }) },
);

/** A tool that does what it is told. */
export const toolThat = (name: string, body: () => unknown): StructuredToolInterface =>
  tool(async () => body(), { name, description: "Does as it is told", schema: z.object({}) });

/** The state before a tool node: a user's task, and the calls a model made of it. */
export const asking = (task: string, ...issued: readonly ScriptedCall[]) => [
  new HumanMessage({ id: "task", content: task }),
  new AIMessage({
    content: "",
    tool_calls: issued.map(({ id, tool: name, input }) => ({ id, name, args: Object(input) })),
  }),
];

export const answered = (id: string, content: string): ToolMessage =>
  new ToolMessage({ tool_call_id: id, content });
