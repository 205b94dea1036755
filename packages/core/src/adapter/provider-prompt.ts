import { readField } from "../trace/json-value.ts";
import { readAiSdk } from "../trace/read-ai-sdk.ts";
import type { Notes } from "./notes.ts";
import { partsWithNote, textWithNote } from "./own-notes.ts";
import { readTranscript, type Transcript } from "./transcript.ts";

/** The messages a provider is sent by the AI SDK (5 to 7) and by Mastra: one shape for all of them. */
export type ProviderPrompt = readonly unknown[];

/** A provider's prompt as a run sees it. */
export function promptTranscript(prompt: ProviderPrompt): Transcript {
  let executed: ReadonlySet<unknown> | undefined;
  return readTranscript(
    prompt,
    (message, group) => readAiSdk([message]).map((event) => ({ ...event, group })),
    (message, { id }) => {
      if (readField(prompt[message], "role") === "assistant") return true;
      executed ??= executedCalls(prompt);
      return id !== undefined && executed.has(id);
    },
  );
}

/** Ids of the calls that the provider carries out itself. */
function executedCalls(prompt: ProviderPrompt): ReadonlySet<unknown> {
  const parts = prompt.flatMap((message): readonly unknown[] => {
    const content = readField(message, "content");
    return Array.isArray(content) ? content : [];
  });
  const calls = parts.filter((part) => readField(part, "providerExecuted") === true);
  return new Set(calls.map((part) => readField(part, "toolCallId")));
}

/**
 * The prompt with the block behind the task and each hint behind its result, in copies of what changes. The
 * same array when there is nothing to add.
 */
export function promptWithNotes<Prompt extends ProviderPrompt>(
  prompt: Prompt,
  transcript: Transcript,
  notes: Notes,
): Prompt {
  if (notes.block === "" && notes.hints.length === 0) return prompt;
  const changed: unknown[] = [...prompt];
  if (notes.block !== "" && transcript.taskMessage >= 0) {
    changed[transcript.taskMessage] = withText(prompt[transcript.taskMessage], notes.block);
  }
  for (const { message, place, text } of notes.hints) {
    changed[message] = withHint(changed[message], place, text);
  }
  return changed as unknown as Prompt;
}

function withText(message: unknown, block: string): unknown {
  const content = readField(message, "content");
  if (typeof content === "string") return { ...(message as object), content: textWithNote(content, block) };
  if (!Array.isArray(content)) return message;
  return { ...(message as object), content: partsWithNote(content, block) };
}

function withHint(message: unknown, place: number, hint: string): unknown {
  const content = readField(message, "content");
  if (!Array.isArray(content)) return message;
  let seen = -1;
  const parts = content.map((part: unknown) => {
    if (readField(part, "type") !== "tool-result") return part;
    seen += 1;
    if (seen !== place) return part;
    return { ...(part as object), output: outputWithHint(readField(part, "output"), hint) };
  });
  return { ...(message as object), content: parts };
}

/** A result with the hint behind it, in its own form: an error stays an error, and JSON becomes text. */
function outputWithHint(output: unknown, hint: string): unknown {
  const type = readField(output, "type");
  const value = readField(output, "value");
  if (type === "text" || type === "error-text") {
    return { ...(output as object), value: textWithNote(String(value), hint) };
  }
  if (type === "content" && Array.isArray(value)) {
    return { ...(output as object), value: partsWithNote(value, hint) };
  }
  if (type === "json" || type === "error-json") {
    const told = type === "json" ? "text" : "error-text";
    return { ...(output as object), type: told, value: textWithNote(JSON.stringify(value) ?? "", hint) };
  }
  return output;
}
