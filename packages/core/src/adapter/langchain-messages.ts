import { isRecord, readField } from "../trace/json-value.ts";
import { readLangchainMessage } from "../trace/read-langchain.ts";
import type { Notes } from "./notes.ts";
import { partsWithNote, textWithNote } from "./own-notes.ts";
import { readTranscript, type Transcript } from "./transcript.ts";

/** A LangChain message list, live or stored, as a run sees it. */
export function langchainTranscript(messages: readonly unknown[]): Transcript {
  return readTranscript(messages, readLangchainMessage);
}

/** Content with a note behind it, in the form it has: a text, or a list of content blocks. */
export function contentWithNote(content: unknown, note: string): unknown {
  if (Array.isArray(content)) return partsWithNote(content, note);
  return typeof content === "string" ? textWithNote(content, note) : content;
}

/**
 * The messages with the block behind the task and each hint behind its result. What changes is a copy, what
 * does not is the host's own object; the same array when there is nothing to add.
 */
export function langchainMessagesWithNotes<Message>(
  messages: readonly Message[],
  transcript: Transcript,
  notes: Notes,
): readonly Message[] {
  if (notes.block === "" && notes.hints.length === 0) return messages;
  const changed = [...messages];
  const add = (place: number, note: string): void => {
    const message = changed[place];
    if (message !== undefined) changed[place] = withContent(message, note);
  };
  if (notes.block !== "" && transcript.taskMessage >= 0) add(transcript.taskMessage, notes.block);
  for (const { message, text } of notes.hints) add(message, text);
  return changed;
}

function withContent<Message>(message: Message, note: string): Message {
  if (!isRecord(message)) return message;
  const content = contentWithNote(readField(message, "content"), note);
  const stored = readField(message, "lc_kwargs");
  // A copy by hand: core knows no LangChain class, and the copy has to stay one of the same class.
  const copy = {
    __proto__: Object.getPrototypeOf(message) as object,
    ...message,
    content,
    ...(isRecord(stored) && { lc_kwargs: { ...stored, content } }),
  };
  return copy as unknown as Message;
}
