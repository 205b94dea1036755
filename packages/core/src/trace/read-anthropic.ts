import { contentText, spokenText } from "./content-text.ts";
import { readField, readString } from "./json-value.ts";
import { failedGeneration } from "./read-openai-chat.ts";
import { callIdOf, type TraceEvent, textEvent } from "./trace-event.ts";

const isCall = (type: string): boolean => /^(?:server_|mcp_)?tool_use$/.test(type);
const isResult = (type: string): boolean => /tool_result$/.test(type);

function resultEvent(group: number, block: unknown): TraceEvent {
  const content = readField(block, "content");
  const error = readString(content, ["error_code"]);
  return {
    kind: "result",
    group,
    id: callIdOf(readField(block, "tool_use_id")),
    output: Array.isArray(content) ? contentText(content) : content,
    ...(readField(block, "is_error") === true ? { failed: true } : {}),
    ...(error === undefined ? {} : { error }),
  };
}

function readBlock(block: unknown, role: string, group: number): readonly TraceEvent[] {
  const type = readString(block, ["type"]) ?? "";
  if (isCall(type)) {
    const tool = readString(block, ["name"]) ?? "";
    return [
      {
        kind: "call",
        group,
        id: callIdOf(readField(block, "id")),
        tool,
        input: readField(block, "input") ?? {},
      },
    ];
  }
  if (isResult(type)) return [resultEvent(group, block)];
  return textEvent(group, role, spokenText([block]));
}

/** Anthropic messages: `tool_use` blocks answered by `tool_result` blocks, whose turn may hold words too. */
export function readAnthropic(messages: readonly unknown[]): readonly TraceEvent[] {
  let group = -1;
  let lastId: string | undefined;
  return messages.flatMap((message) => {
    const role = readString(message, ["role"]) ?? "user";
    const content = readField(message, "content");
    // Streams are stored one block a message, all under the id of the one reply they were.
    const id = readString(message, ["id"]);
    if (role !== "assistant" || id === undefined || id !== lastId) group += 1;
    lastId = role === "assistant" ? id : undefined;
    if (!Array.isArray(content))
      return [...failedGeneration(group, message), ...textEvent(group, role, spokenText(content))];
    return content.flatMap((block: unknown) => readBlock(block, role, group));
  });
}
