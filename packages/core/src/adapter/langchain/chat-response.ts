import { readField } from "../../trace/json-value.ts";
import { readLangchainMessage } from "../../trace/read-langchain.ts";
import type { AgentRun } from "../agent-run.ts";
import type { FrameworkCall } from "../framework-call.ts";

/** What a model answered: what it said, and the calls it asks for, in its order. */
export interface ChatResponse {
  readonly text: string;
  /** `unreadable`: its arguments could not be read, so no tool will ever be called with them. */
  readonly calls: readonly (FrameworkCall & { readonly unreadable: boolean })[];
}

/** Reads one message of a model. */
export function readChatMessage(message: unknown): ChatResponse {
  const events = readLangchainMessage(message, 0);
  return {
    text: events.flatMap((event) => (event.kind === "text" ? [event.text] : [])).join("\n"),
    calls: events.flatMap((event) => {
      if (event.kind !== "call") return [];
      const { id, tool, input, invalidInput } = event;
      return [{ id, tool, input, unreadable: invalidInput === true }];
    }),
  };
}

/** Records an answer. LangChain drops calls it cannot read, so no message will ever answer them. */
export function recordResponse(run: AgentRun, { text, calls }: ChatResponse): void {
  run.said(text);
  run.asked(calls);
  for (const { id, tool, input, unreadable } of calls) {
    if (!unreadable) continue;
    const error = "The arguments of the call could not be read.";
    run.answered({ id, tool, input, error, outcome: "invalid-input", exact: false });
  }
}

/** The first generation of what LangChain hands to `handleLLMEnd`: a list of prompts' lists of generations. */
function firstGeneration(output: unknown): unknown {
  const prompts = readField(output, "generations");
  const generations: unknown = Array.isArray(prompts) ? prompts[0] : undefined;
  return Array.isArray(generations) ? generations[0] : undefined;
}

/** The message in it, as the host is given it. */
export function answeredMessage(output: unknown): object | undefined {
  const message = readField(firstGeneration(output), "message");
  return typeof message === "object" && message !== null ? message : undefined;
}

/** What it says and asks for. */
export function readChatResult(output: unknown): ChatResponse {
  const message = answeredMessage(output);
  if (message !== undefined) return readChatMessage(message);
  const text = readField(firstGeneration(output), "text");
  return { text: typeof text === "string" ? text : "", calls: [] };
}

/** Names of the tools a request offers, as LangChain tells them with its start. */
export function offeredTools(extraParams: unknown): readonly string[] | undefined {
  const offered =
    readField(readField(extraParams, "invocation_params"), "tools") ??
    readField(readField(extraParams, "options"), "tools");
  if (!Array.isArray(offered)) return undefined;
  const names = offered.map(
    (tool: unknown) => readField(tool, "name") ?? readField(readField(tool, "function"), "name"),
  );
  const known = names.filter((name): name is string => typeof name === "string");
  return known.length === 0 ? undefined : known;
}
