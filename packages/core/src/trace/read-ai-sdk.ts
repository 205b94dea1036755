import { callArguments } from "./call-arguments.ts";
import { contentText } from "./content-text.ts";
import { isRecord, readField, readFirst, readString } from "./json-value.ts";
import { type CallEvent, callIdOf, type ResultEvent, type TraceEvent, textEvent } from "./trace-event.ts";
import { outcomeByWording } from "./wording.ts";

/** A schema error is the call's fault, a name nobody knows is not its input's. */
function isInvalid(part: unknown): boolean {
  if (readField(part, "invalid") !== true) return false;
  const error = readField(part, "error");
  return (
    !/NoSuchTool/.test(String(readField(error, "name") ?? "")) &&
    outcomeByWording(String(error)) !== "unknown-tool"
  );
}

function callEvent(group: number, part: unknown): CallEvent {
  const given = callArguments(readFirst(part, ["input", "args", "rawInput"]));
  return {
    kind: "call",
    group,
    id: callIdOf(readField(part, "toolCallId")),
    tool: readString(part, ["toolName"]) ?? "",
    ...given,
    ...(isInvalid(part) ? { invalidInput: true } : {}),
  };
}

function resultEvent(group: number, part: unknown): ResultEvent {
  const failed = readField(part, "type") === "tool-error" || readField(part, "isError") === true;
  const error = readField(part, "error");
  return {
    kind: "result",
    group,
    id: callIdOf(readField(part, "toolCallId")),
    tool: readString(part, ["toolName"]),
    output: readFirst(part, ["output", "result"]),
    ...(failed ? { failed } : {}),
    ...(error === undefined ? {} : { error }),
  };
}

/** One entry of a UI message's `parts`: call and result in one, told apart by `state`. */
function uiToolEvents(group: number, part: unknown): readonly TraceEvent[] {
  const type = readString(part, ["type"]) ?? "";
  const legacy = readField(part, "toolInvocation");
  const source = isRecord(legacy) ? legacy : part;
  const named = readString(source, ["toolName"]);
  const tool = named ?? type.replace(/^tool-/, "");
  const call: CallEvent = { ...callEvent(group, source), tool };
  const result = { kind: "result" as const, group, id: call.id, tool };
  const denied = readField(readField(source, "approval"), "approved") === false;
  switch (readField(source, "state")) {
    case "output-available":
    case "result":
      return [call, { ...result, output: readFirst(source, ["output", "result"]) }];
    case "output-error": {
      const error = readString(source, ["errorText"]) ?? "";
      return [call, { ...result, error, failed: true }];
    }
    case "output-denied":
      return [
        call,
        { ...result, outcome: "interrupted", output: readField(readField(source, "approval"), "reason") },
      ];
    case "approval-requested":
      return [call, { ...result, outcome: "interrupted" }];
    case "approval-responded":
      return denied ? [call, { ...result, outcome: "interrupted" }] : [call];
    default:
      return [call];
  }
}

function readPart(part: unknown, role: string, group: number): readonly TraceEvent[] {
  const type = readString(part, ["type"]) ?? (typeof part === "string" ? "text" : "");
  if (type === "text") return textEvent(group, role, contentText([part]));
  if (type === "tool-call") return [callEvent(group, part)];
  if (type === "tool-result" || type === "tool-error") return [resultEvent(group, part)];
  const isUiTool =
    type === "dynamic-tool" ||
    type === "tool-invocation" ||
    (/^tool-/.test(type) && readField(part, "state") !== undefined);
  return isUiTool ? uiToolEvents(group, part) : [];
}

/** Parts of one message; `step-start`, or words after a result, begin the model's next step. */
function readParts(parts: readonly unknown[], role: string, next: () => number): readonly TraceEvent[] {
  let group = next();
  let answered = false;
  return parts.flatMap((part) => {
    const starts = readField(part, "type") === "step-start";
    const continues = answered && role === "assistant" && readField(part, "type") === "text";
    if (starts || continues) {
      group = next();
      answered = false;
    }
    const events = readPart(part, role, group);
    if (events.some((event) => event.kind === "result")) answered = true;
    return events;
  });
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A finished step (`generateText(...).steps`): its `content` has the errors that `toolResults` lacks (AI1). */
function readStep(step: unknown, next: () => number): readonly TraceEvent[] {
  const content = listOf(readField(step, "content"));
  const typed = (type: string, list: string): readonly unknown[] =>
    listOf(readField(step, list)).map((item) => (isRecord(item) ? { type, ...item } : item));
  const said = readString(step, ["text"]);
  const parts =
    content.length > 0
      ? content
      : [
          ...(said ? [{ type: "text", text: said }] : []),
          ...typed("tool-call", "toolCalls"),
          ...typed("tool-result", "toolResults"),
        ];
  const group = next();
  return parts.flatMap((part) => readPart(part, "assistant", group));
}

export const isAiSdkStep = (value: unknown): boolean =>
  isRecord(value) &&
  value.role === undefined &&
  (Array.isArray(value.content) || Array.isArray(value.toolCalls)) &&
  ["finishReason", "toolCalls", "toolResults", "stepType", "response", "usage"].some((key) => key in value);

/** AI SDK messages of versions 4 to 7: model messages, UI messages, and finished steps. */
export function readAiSdk(messages: readonly unknown[]): readonly TraceEvent[] {
  let counter = -1;
  const next = (): number => {
    counter += 1;
    return counter;
  };
  return messages.flatMap((message) => {
    if (isAiSdkStep(message)) return readStep(message, next);
    const role = readString(message, ["role"]) ?? "user";
    const content = readField(message, "content");
    const parts = readField(message, "parts") ?? readField(content, "parts") ?? content;
    const invocations = listOf(readField(message, "toolInvocations")).map((toolInvocation) => ({
      type: "tool-invocation",
      toolInvocation,
    }));
    if (typeof parts === "string")
      return readParts([{ type: "text", text: parts }, ...invocations], role, next);
    return readParts(Array.isArray(parts) ? parts : invocations, role, next);
  });
}
