import { callArguments } from "./call-arguments.ts";
import { contentText, spokenText } from "./content-text.ts";
import { readField, readFirst, readString } from "./json-value.ts";
import { callIdOf, type TraceEvent, textEvent } from "./trace-event.ts";

function callEvent(group: number, call: unknown): TraceEvent {
  const target = readField(call, "function") ?? readField(call, "custom") ?? call;
  return {
    kind: "call",
    group,
    id: callIdOf(readField(call, "id")),
    tool: readString(target, ["name"]) ?? "",
    ...callArguments(readFirst(target, ["arguments", "args", "input"])),
  };
}

/** What a provider answered when its own model's call could not be read: words, and no call (PR5). */
export function failedGeneration(group: number, message: unknown): readonly TraceEvent[] {
  const error = readField(message, "error");
  const generation = readString(error, ["failed_generation"]);
  if (generation === undefined) return [];
  const said = readString(error, ["message"]) ?? "";
  return textEvent(group, "assistant", `${said}\n${generation}`.trim());
}

function readMessage(message: unknown, group: number): readonly TraceEvent[] {
  const role = readString(message, ["role"]);
  const content = readField(message, "content");
  if (role === "tool" || role === "function") {
    const ids = readField(message, "tool_call_ids");
    const id = readField(message, "tool_call_id") ?? (Array.isArray(ids) ? ids[0] : undefined);
    const failed = readField(message, "is_error") === true || readField(message, "isError") === true;
    const output = contentText(content);
    return [
      {
        kind: "result",
        group,
        id: callIdOf(id),
        tool: readString(message, ["name"]),
        output,
        ...(failed ? { failed } : {}),
      },
    ];
  }
  const calls = readField(message, "tool_calls");
  const legacy = readField(message, "function_call");
  return [
    ...failedGeneration(group, message),
    ...(role === undefined ? [] : textEvent(group, role, spokenText(content))),
    ...(Array.isArray(calls) ? calls.map((call: unknown) => callEvent(group, call)) : []),
    ...(readField(legacy, "name") === undefined ? [] : [callEvent(group, legacy)]),
  ];
}

/** OpenAI chat messages: `tool_calls` answered by role `tool`, and the older `function_call`. */
export function readOpenAiChat(messages: readonly unknown[]): readonly TraceEvent[] {
  return messages.flatMap(readMessage);
}
