import type { Notes, ProviderPrompt, Transcript } from "@skillloop/core/adapter";
import { readField, readList } from "./read-field.ts";

/** The notes that a prompt does not hold yet: inserting them twice is inserting them once (MA4). */
export function newNotes(prompt: ProviderPrompt, { taskMessage }: Transcript, notes: Notes): Notes {
  const holds = (message: number, note: string): boolean =>
    textsOf(prompt[message]).some((text) => text.endsWith(note));
  return {
    block: notes.block !== "" && holds(taskMessage, notes.block) ? "" : notes.block,
    hints: notes.hints.filter(({ message, text }) => !holds(message, text)),
  };
}

function textsOf(message: unknown): readonly string[] {
  const content = readField(message, "content");
  if (typeof content === "string") return [content];
  return readList(message, "content").flatMap((part) => {
    const output = readField(part, "output");
    const value = readField(output, "value");
    const shown = Array.isArray(value) ? value.map((item: unknown) => readField(item, "text")) : [value];
    return [readField(part, "text"), ...shown].filter((text) => typeof text === "string");
  });
}
