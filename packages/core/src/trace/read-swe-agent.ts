import { contentText } from "./content-text.ts";
import { isRecord, readField, readString } from "./json-value.ts";
import { readOpenAiChat } from "./read-openai-chat.ts";
import type { TraceEvent } from "./trace-event.ts";

/** The state that the agent's shell prints under every observation: its prompt, not the tool's output. */
const shellState =
  /(?:\r?\n)?(?:\(Open file: [^\n]*\)\r?\n\(Current directory: [^\n]*\)\r?\n)?(?:bash-\$|\(Current directory: [^\n]*\))\s*$/;

const withoutShellState = (text: string): string => text.replace(shellState, "").replaceAll("\r\n", "\n");

const isDemonstration = (message: unknown): boolean =>
  readField(message, "is_demo") === true || readField(message, "message_type") === "demonstration";

/** Whether a message carries what only SWE-agent writes. */
export const isSweAgentMessage = (message: unknown): boolean =>
  isRecord(message) &&
  ("message_type" in message || "tool_call_ids" in message || ("action" in message && "thought" in message));

/** An older message, whose command is plain text in `action`, in the form of a tool call. */
function withCall(message: unknown): unknown {
  if (!isRecord(message) || message.role !== "assistant") return message;
  const action = readString(message, ["action"])?.trim() ?? "";
  if (Array.isArray(message.tool_calls) || action === "") return message;
  const call = { function: { name: "bash", arguments: { command: action } } };
  return { ...message, content: readString(message, ["thought"]) ?? message.content, tool_calls: [call] };
}

/**
 * SWE-agent's `history`: chat messages with `tool_call_ids`, or, in older files, an `action` answered by
 * the next user message. Demonstrations are other people's runs and are left out.
 */
export function readSweAgent(messages: readonly unknown[]): readonly TraceEvent[] {
  let awaiting = false;
  const chat = messages
    .filter((message) => !isDemonstration(message))
    .map((message) => {
      const called = withCall(message);
      const role = readField(called, "role");
      const plainCall = called !== message;
      const answers = awaiting && role === "user";
      awaiting = plainCall || (awaiting && role !== "user" && role !== "tool");
      const content = readField(called, "content");
      if (answers) return { role: "tool", content: withoutShellState(contentText(content)) };
      // The first user turn is the shell's first observation too.
      const observed = role === "tool" || (role === "user" && typeof content === "string");
      return observed && isRecord(called)
        ? { ...called, content: withoutShellState(contentText(content)) }
        : called;
    });
  return readOpenAiChat(chat);
}
