import type { ScriptedTool } from "@skillloop/core/testing/adapter-contract";
import type { HostMessage, HostTool } from "./ai-module.ts";

export interface Part {
  readonly type?: string;
  readonly toolCallId?: string;
  readonly toolName?: string;
  readonly input?: unknown;
  readonly approvalId?: string;
}

const partsOf = (messages: readonly HostMessage[]): readonly Part[] =>
  messages.flatMap(({ content }) => (Array.isArray(content) ? (content as readonly Part[]) : []));

/** The approval that a conversation waits for. */
export function approvalIn(messages: readonly HostMessage[]): Part | undefined {
  const parts = partsOf(messages);
  const given = new Set(
    parts.filter(({ type }) => type === "tool-approval-response").map(({ approvalId }) => approvalId),
  );
  return parts.find(({ type, approvalId }) => type === "tool-approval-request" && !given.has(approvalId));
}

export const approvalMessage = ({ approvalId }: Part): HostMessage => ({
  role: "tool",
  content: [{ type: "tool-approval-response", approvalId, approved: true }],
});

/** A call that has no result and that the client is to carry out. */
export function openClientCall(
  messages: readonly HostMessage[],
  tools?: Readonly<Record<string, HostTool>>,
): Part | undefined {
  const parts = partsOf(messages);
  const answered = new Set(
    parts.filter(({ type }) => type === "tool-result").map(({ toolCallId }) => toolCallId),
  );
  return parts.find(
    ({ type, toolCallId, toolName = "" }) =>
      type === "tool-call" &&
      !answered.has(toolCallId) &&
      (tools === undefined || tools[toolName]?.execute === undefined),
  );
}

/** What the client answers. */
export async function clientResult(
  { toolCallId = "", toolName = "", input }: Part,
  tools: readonly ScriptedTool[],
  answer: unknown,
): Promise<HostMessage> {
  const tool = tools.find(({ name }) => name === toolName);
  const value = await tool?.run(input as Readonly<Record<string, unknown>>, {
    callId: toolCallId,
    interrupt: async () => answer,
  });
  return {
    role: "tool",
    content: [{ type: "tool-result", toolCallId, toolName, output: { type: "text", value } }],
  };
}
