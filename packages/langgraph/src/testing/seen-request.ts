import { type BaseMessage, isToolMessage } from "@langchain/core/messages";
import type { SeenMessage, SeenRequest } from "@skillloop/core/testing/adapter-contract";
import { plainMessage } from "./plain.ts";

const roles = new Map<string, SeenMessage["role"]>([
  ["system", "system"],
  ["human", "user"],
  ["ai", "assistant"],
  ["tool", "tool"],
]);

/** A request as it reached a model. */
export function seenRequest(messages: readonly BaseMessage[]): SeenRequest {
  return {
    messages: messages.map((message) => ({
      role: roles.get(message.type) ?? "user",
      text: message.text,
      ...(isToolMessage(message) && { callId: message.tool_call_id }),
    })),
    raw: JSON.stringify(messages.map(plainMessage)),
  };
}
