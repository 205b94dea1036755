import type { StepOutcome } from "../types/trace.ts";
import { contentText, isContentList } from "./content-text.ts";
import { isRecord, readField, valueText } from "./json-value.ts";

/** A tool's result without the envelope its framework put around it. */
export interface UnwrappedResult {
  readonly value: unknown;
  /** The envelope itself said that the call failed. */
  readonly failed?: boolean;
  /** The envelope left no doubt about the outcome. */
  readonly outcome?: StepOutcome;
}

/** Fields of a LangChain object, live or in one of its two stored forms. */
export function langchainFields(value: unknown): unknown {
  if (readField(value, "lc") === 1 && isRecord(readField(value, "kwargs"))) return readField(value, "kwargs");
  const data = readField(value, "data");
  return isRecord(data) && typeof readField(value, "type") === "string" && "content" in data ? data : value;
}

function isToolMessage(value: unknown): boolean {
  const fields = langchainFields(value);
  return typeof readField(fields, "tool_call_id") === "string" && readField(fields, "content") !== undefined;
}

function isCommand(value: unknown): boolean {
  if (readField(value, "lg_name") === "Command") return true;
  const update = readField(value, "update");
  return (
    (isRecord(update) || Array.isArray(update)) && isRecord(value) && ("goto" in value || "graph" in value)
  );
}

/** The messages a LangGraph `Command` writes; its update is an object or a list of pairs. */
export function commandMessages(value: unknown): readonly unknown[] {
  const update = readField(value, "update");
  const pair = Array.isArray(update)
    ? update.find((entry: unknown) => Array.isArray(entry) && entry[0] === "messages")
    : undefined;
  const messages = Array.isArray(pair) ? pair[1] : readField(update, "messages");
  return Array.isArray(messages) ? messages : messages === undefined ? [] : [messages];
}

function unwrapCommand(value: unknown, callId: string | undefined): UnwrappedResult {
  const results = commandMessages(value).filter(isToolMessage);
  const own = results.find((message) => readField(langchainFields(message), "tool_call_id") === callId);
  const message = own ?? results.at(-1);
  return message === undefined ? { value: "", outcome: "ok" } : unwrapToolMessage(message);
}

function unwrapToolMessage(message: unknown): UnwrappedResult {
  const fields = langchainFields(message);
  const failed = readField(fields, "status") === "error";
  return { value: contentText(readField(fields, "content")), ...(failed ? { failed } : {}) };
}

/** The typed outputs of an AI SDK tool result (v5 to v7). */
function unwrapTyped(value: Readonly<Record<string, unknown>>): UnwrappedResult | undefined {
  switch (value.type) {
    case "text":
      return "value" in value ? { value: value.value } : undefined;
    case "json":
      if (isFlagged(value.value)) return unwrapResult(value.value);
      return "value" in value ? { value: value.value } : undefined;
    case "error-text":
    case "error-json":
      return "value" in value ? { value: value.value, failed: true } : undefined;
    case "content":
      return Array.isArray(value.value) ? { value: contentText(value.value) } : undefined;
    case "execution-denied":
      return { value: valueText(value.reason ?? "Execution denied."), outcome: "interrupted" };
    default:
      return undefined;
  }
}

const isFlagged = (value: unknown): boolean =>
  readField(value, "isError") === true || readField(value, "is_error") === true;

/**
 * Takes a result out of its envelope: LangChain's ToolMessage and LangGraph's Command (LG3), MCP's
 * `isError` (MC3), the AI SDK's typed outputs, and lists of content blocks.
 */
export function unwrapResult(raw: unknown, callId?: string): UnwrappedResult {
  if (isContentList(raw)) return { value: contentText(raw) };
  if (!isRecord(raw)) return { value: raw };
  if (isCommand(raw)) return unwrapCommand(raw, callId);
  if (isToolMessage(raw)) return unwrapToolMessage(raw);
  const typed = unwrapTyped(raw);
  if (typed !== undefined) return typed;
  const content = raw.content;
  if (isFlagged(raw)) {
    const value = Array.isArray(content) || typeof content === "string" ? contentText(content) : raw;
    return { value, failed: true };
  }
  return isContentList(content) ? { value: contentText(content) } : { value: raw };
}
