import { callArguments } from "./call-arguments.ts";
import { contentText, spokenText } from "./content-text.ts";
import { isRecord, readField, readFirst, readString } from "./json-value.ts";
import { callIdOf, type TraceEvent, textEvent } from "./trace-event.ts";
import { commandMessages, langchainFields } from "./unwrap-result.ts";

const roles: Readonly<Record<string, string>> = {
  human: "user",
  user: "user",
  ai: "assistant",
  assistant: "assistant",
  system: "system",
  developer: "system",
  tool: "tool",
  function: "tool",
  generic: "user",
  chat: "user",
};

/** The kind of a LangChain message, live, serialised (`lc`), stored (`data`) or plain. */
function langchainType(message: unknown): string | undefined {
  for (const method of ["getType", "_getType"]) {
    const read = readField(message, method);
    if (typeof read !== "function") continue;
    try {
      const type: unknown = read.call(message);
      if (typeof type === "string") return type;
    } catch {
      return undefined;
    }
  }
  const path = readField(message, "id");
  if (readField(message, "lc") === 1 && Array.isArray(path)) {
    return String(path.at(-1))
      .replace(/Message(?:Chunk)?$/, "")
      .toLowerCase();
  }
  const type = readString(message, ["type"]) ?? readString(message, ["role"]);
  return type?.replace(/Message(?:Chunk)?$/, "").toLowerCase();
}

function callEvents(group: number, fields: unknown): readonly TraceEvent[] {
  const calls = readField(fields, "tool_calls");
  const invalid = readField(fields, "invalid_tool_calls");
  const raw = readField(readField(fields, "additional_kwargs"), "tool_calls");
  const listed = Array.isArray(calls) && calls.length > 0 ? calls : Array.isArray(raw) ? raw : [];
  const read = (call: unknown, invalidInput: boolean): TraceEvent => {
    const target = readField(call, "function") ?? call;
    const given = callArguments(readFirst(target, ["args", "arguments", "input"]));
    return {
      kind: "call",
      group,
      id: callIdOf(readField(call, "id")),
      tool: readString(target, ["name"]) ?? "",
      ...given,
      ...(invalidInput && { invalidInput }),
    };
  };
  const events = listed.map((call: unknown) => read(call, false));
  if (!Array.isArray(invalid) || invalid.length === 0) return events;
  const known = new Set(listed.map((call: unknown) => readField(call, "id")));
  const unread = invalid.filter((call: unknown) => !known.has(readField(call, "id")));
  return [...events, ...unread.map((call: unknown) => read(call, true))];
}

/** One message, numbered `group`. */
export function readLangchainMessage(message: unknown, group: number): readonly TraceEvent[] {
  if (readField(message, "lg_name") === "Command") {
    return commandMessages(message).flatMap((inner) => readLangchainMessage(inner, group));
  }
  const fields = langchainFields(message);
  const role = roles[langchainType(message) ?? ""];
  const content = readField(fields, "content");
  if (role === undefined) return [];
  if (role !== "tool") {
    const events = textEvent(group, role, spokenText(content));
    if (role !== "assistant") return events;
    const calls = callEvents(group, fields);
    return events.length === 0 ? calls : [...events, ...calls];
  }
  const failed = readField(fields, "status") === "error";
  return [
    {
      kind: "result",
      group,
      id: callIdOf(readField(fields, "tool_call_id")),
      tool: readString(fields, ["name"]),
      output: contentText(content),
      ...(failed ? { failed } : {}),
    },
  ];
}

/** Whether a message is LangChain's and nobody else's: it has no `role`, or methods of its own. */
export function isLangchainMessage(message: unknown): boolean {
  if (!isRecord(message)) return false;
  if (
    typeof readField(message, "_getType") === "function" ||
    typeof readField(message, "getType") === "function"
  )
    return true;
  if (readField(message, "lg_name") === "Command") return true;
  if (readField(message, "lc") === 1 && isRecord(message.kwargs)) return true;
  const type = readString(message, ["type"]);
  const hasContent = "content" in message || isRecord(message.data);
  return (
    hasContent &&
    type !== undefined &&
    /^(?:human|ai|tool|system|function)$|Message(?:Chunk)?$/.test(type) &&
    message.role === undefined
  );
}

/** LangChain messages, live or stored, and LangGraph Commands that carry some (LG3). */
export function readLangchain(messages: readonly unknown[]): readonly TraceEvent[] {
  return messages.flatMap(readLangchainMessage);
}
