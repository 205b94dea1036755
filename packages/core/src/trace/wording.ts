import type { StepOutcome } from "../types/trace.ts";
import { readField } from "./json-value.ts";

/** What frameworks and shells put in front of the sentence that matters. */
const prefix =
  /^(?:\s|<tool_use_error>|(?:Error|ToolException|ToolError|Exception|AI_\w+|[\w.]*ToolInvocationError):|Error executing tool \S+:|MCP error -?\d+:|✖)+/;

const interrupted: readonly RegExp[] = [
  /^(?:GraphInterrupt|NodeInterrupt|ParentCommand|GraphBubbleUp)\b/,
  /\bwith (?:GraphInterrupt|NodeInterrupt|ParentCommand)\b/,
  /^The user doesn['’]t want to (?:proceed|take this action)/i,
  /^User (?:rejected|denied|declined) (?:the )?tool (?:call|use|execution)/i,
  /^(?:The )?tool (?:call|use|execution)[^.\n]{0,80}? (?:was |is )?(?:rejected|denied|declined|not approved)(?: by (?:the )?user)?\b/i,
  /^(?:Tool )?execution (?:was )?denied\b/i,
  // LangGraph's ToolNode turns a hand-off, which has no message, into exactly this (LG2).
  /^(?:\s*Please fix your mistakes\.)\s*$/,
];

const aborted: readonly RegExp[] = [
  /^\[Request (?:interrupted|aborted|cancell?ed) by user/i,
  /^(?:DOMException \[)?AbortError\b/,
  /^(?:The|This) (?:operation|request) was (?:aborted|cancell?ed)\b/i,
  /^(?:The )?(?:tool|command|execution|operation|request|call)(?: (?:call|execution))? (?:was )?(?:aborted|cancell?ed|interrupted)(?: by (?:the )?user)?\.?\s*$/i,
  /^(?:Aborted|Cancell?ed|Interrupted) by (?:the )?user\b/i,
  /^User (?:aborted|cancell?ed)\b/i,
  // A model provider that could not read its own model's call: no tool ever ran (PR5).
  /\btool_use_failed\b/,
];

const unknownTool: readonly RegExp[] = [
  /^Model tried to call unavailable tool\b/i,
  /^No such tool\b/i,
  /^Unknown (?:tool|function)\b/i,
  /^unsupported call: /i,
  /^(?:The )?(?:tool|function) ["'`][^"'`\n]+["'`] (?:was |is |does )?not (?:found|available|registered|defined|exist|a valid)/i,
  /^(?:Tool|Function) [\w.:/-]+ (?:was |is |does )?not (?:found|available|registered|defined|exist)/,
  /^["'`]?[\w.:/-]+["'`]? is not a valid tool\b/i,
  /^NoSuchTool(?:Error)?\b/,
];

const invalidInput: readonly RegExp[] = [
  /^Invalid (?:input|arguments?|parameters?|args) (?:for|to) (?:the )?(?:tool|function)\b/i,
  /^(?:Tool )?input validation (?:failed|error)\b/i,
  /^Tool ["'`][^"'`\n]+["'`] received invalid arguments\b/i,
  /^(?:InputValidationError|InvalidToolInput(?:Error)?|ToolInputParsing(?:Exception|Error))\b/,
  /^Received tool input did not match expected schema/i,
  /^Error invoking tool \S+ with kwargs\b/i,
  /^(?:Failed to parse|Could not parse|Unable to parse) (?:the )?(?:tool |function )?(?:arguments|input)\b/i,
  /^(?:Tool|Function) (?:arguments?|input)[^.\n]{0,40} (?:not valid JSON|could not be parsed)/i,
  /^Invalid JSON (?:input|in (?:tool|function)|arguments)/i,
  /^\d+ validation errors? for [\w.]+/,
];

/**
 * The outcome that a failure's own wording names, where it is more than "the tool failed". The sentences
 * are those of LangChain, LangGraph, the AI SDK, Mastra, MCP and coding agents, as seen in their runs.
 */
export function outcomeByWording(
  text: string,
): Exclude<StepOutcome, "ok" | "missing" | "tool-error"> | undefined {
  const start = text.slice(0, 600).replace(prefix, "");
  const has = (patterns: readonly RegExp[]): boolean => patterns.some((pattern) => pattern.test(start));
  if (/^AI_NoSuchToolError\b/.test(text)) return "unknown-tool";
  if (/^AI_InvalidToolInputError\b/.test(text)) return "invalid-input";
  if (has(interrupted)) return "interrupted";
  if (has(aborted)) return "aborted";
  if (has(unknownTool)) return "unknown-tool";
  return has(invalidInput) ? "invalid-input" : undefined;
}

const bubbleUp = /^(?:GraphInterrupt|NodeInterrupt|ParentCommand|GraphBubbleUp|Command)$/;

/**
 * Control flow thrown as an error (LG1, LG2): recognised by LangGraph's own mark, by name when two copies
 * of the library are installed; and a call that its host cut off.
 */
export function controlFlowOf(error: unknown): "interrupted" | "aborted" | undefined {
  const name = String(readField(error, "name") ?? "");
  if (readField(error, "is_bubble_up") === true || bubbleUp.test(name)) return "interrupted";
  const code = readField(error, "code");
  if (name === "AbortError" || code === "ABORT_ERR" || code === "tool_use_failed") return "aborted";
  if (readField(readField(error, "error"), "code") === "tool_use_failed") return "aborted";
  const cause = readField(error, "cause");
  return typeof cause === "object" && cause !== null && cause !== error ? controlFlowOnce(cause) : undefined;
}

function controlFlowOnce(cause: object): "interrupted" | undefined {
  const name = String(readField(cause, "name") ?? "");
  return readField(cause, "is_bubble_up") === true || bubbleUp.test(name) ? "interrupted" : undefined;
}
