import { isRecord, readField, readString } from "./json-value.ts";
import { isAiSdkStep } from "./read-ai-sdk.ts";
import { isLangchainMessage } from "./read-langchain.ts";
import { isSweAgentMessage } from "./read-swe-agent.ts";

export type MessageFormat =
  | "openai-chat"
  | "openai-responses"
  | "anthropic"
  | "ai-sdk"
  | "langchain"
  | "swe-agent";

function blockTypes(message: unknown): readonly string[] {
  const content = readField(message, "content");
  return Array.isArray(content) ? content.map((block: unknown) => String(readField(block, "type"))) : [];
}

const isResponsesItem = (message: unknown): boolean =>
  readField(message, "role") === undefined
    ? /_call(?:_output)?$|^(?:reasoning|item_reference|message)$/.test(readString(message, ["type"]) ?? "") &&
      !("data" in Object(message))
    : readField(message, "type") === "message" &&
      blockTypes(message).some((type) => /^(?:input|output)_text$/.test(type));

const isAnthropic = (message: unknown): boolean =>
  blockTypes(message).some((type) =>
    /^(?:server_|mcp_)?tool_use$|tool_result$|^(?:redacted_)?thinking$/.test(type),
  );

const isAiSdk = (message: unknown): boolean =>
  isAiSdkStep(message) ||
  Array.isArray(readField(message, "parts")) ||
  Array.isArray(readField(readField(message, "content"), "parts")) ||
  Array.isArray(readField(message, "toolInvocations")) ||
  blockTypes(message).some((type) => /^tool-(?:call|result|error|approval-\w+)$/.test(type));

const isOpenAiChat = (message: unknown): boolean =>
  readField(message, "role") === "function" ||
  "tool_call_id" in Object(message) ||
  Array.isArray(readField(message, "tool_calls")) ||
  isRecord(readField(message, "function_call"));

/** Whether a message has words and a known speaker, which every format can read. */
const isPlain = (message: unknown): boolean =>
  /^(?:user|assistant|system|developer|tool)$/.test(readString(message, ["role"]) ?? "") &&
  ["content", "error", "text"].some((key) => readField(message, key) !== undefined);

const hinted: Readonly<Record<string, MessageFormat>> = {
  openai: "openai-chat",
  anthropic: "anthropic",
  "ai-sdk": "ai-sdk",
  langchain: "langchain",
};

/**
 * Which format a list of messages is in, by the shape of the whole list: any message may hold the only
 * sign. A declared format decides only where the shape says nothing, because a wrong label must not lose
 * the tool calls. `undefined` when nothing in the list can be read.
 */
export function recogniseFormat(messages: readonly unknown[], declared?: string): MessageFormat | undefined {
  const some = (is: (message: unknown) => boolean): boolean => messages.some(is);
  if (some(isLangchainMessage)) return "langchain";
  if (some(isResponsesItem)) return "openai-responses";
  if (some(isAnthropic)) return "anthropic";
  if (some(isAiSdk)) return "ai-sdk";
  if (some(isSweAgentMessage)) return "swe-agent";
  if (some(isOpenAiChat)) return "openai-chat";
  if (!some(isPlain)) return undefined;
  return hinted[declared ?? ""] ?? "openai-chat";
}
