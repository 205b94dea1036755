import { callArguments } from "./call-arguments.ts";
import { contentText, spokenText } from "./content-text.ts";
import { readField, readFirst, readString } from "./json-value.ts";
import { failedGeneration } from "./read-openai-chat.ts";
import { callIdOf, type TraceEvent, textEvent } from "./trace-event.ts";

const hostedNames: Readonly<Record<string, string>> = {
  local_shell_call: "local_shell",
  shell_call: "shell",
  apply_patch_call: "apply_patch",
  computer_call: "computer",
};

function callEvent(group: number, item: unknown, type: string): TraceEvent {
  const hosted = hostedNames[type];
  const action = readFirst(item, ["action", "operation"]);
  return {
    kind: "call",
    group,
    id: callIdOf(readField(item, "call_id") ?? readField(item, "id")),
    tool: readString(item, ["name"]) ?? hosted ?? type,
    ...(hosted === undefined
      ? callArguments(readFirst(item, ["arguments", "input"]))
      : { input: action ?? {} }),
  };
}

function resultEvent(group: number, item: unknown): TraceEvent {
  const output = readField(item, "output");
  const incomplete = readField(item, "status") === "incomplete";
  return {
    kind: "result",
    group,
    id: callIdOf(readField(item, "call_id") ?? readField(item, "id")),
    output: Array.isArray(output) ? contentText(output) : output,
    ...(incomplete ? { outcome: "aborted" as const } : {}),
  };
}

/** A remote tool that the provider called itself: call, output and error stand in one item. */
function hostedCall(group: number, item: unknown): readonly TraceEvent[] {
  const id = callIdOf(readField(item, "id"));
  const error = readField(item, "error") ?? undefined;
  return [
    { ...callEvent(group, item, "mcp_call"), kind: "call", id } as TraceEvent,
    { kind: "result", group, id, output: readField(item, "output"), error },
  ];
}

function readItem(item: unknown, group: number): readonly TraceEvent[] {
  const type = readString(item, ["type"]) ?? "message";
  if (type === "message") {
    return [
      ...failedGeneration(group, item),
      ...textEvent(group, readString(item, ["role"]) ?? "user", spokenText(readField(item, "content"))),
    ];
  }
  if (type === "mcp_call") return hostedCall(group, item);
  if (/_call_output$/.test(type)) return [resultEvent(group, item)];
  const isCall = type === "function_call" || type === "custom_tool_call" || type in hostedNames;
  return isCall ? [callEvent(group, item, type)] : [];
}

const isModelItem = (item: unknown): boolean => {
  const type = readString(item, ["type"]) ?? "message";
  return type === "message" ? readField(item, "role") === "assistant" : !/_call_output$/.test(type);
};

/** OpenAI Responses items. One response is several items, so neighbours written by the model are one turn. */
export function readOpenAiResponses(items: readonly unknown[]): readonly TraceEvent[] {
  let group = 0;
  let model = false;
  return items.flatMap((item) => {
    const byModel = isModelItem(item);
    if (!(byModel && model)) group += 1;
    model = byModel;
    return readItem(item, group);
  });
}
