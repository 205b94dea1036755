import { stripOwnBlocks } from "../text/own-text.ts";
import { readField } from "../trace/json-value.ts";

/** A text with a note behind it, in the place of one that it has already: to insert twice is to insert once (MA4). */
export const textWithNote = (text: string, note: string): string => `${stripOwnBlocks(text)}\n\n${note}`;

/** Content parts with a note behind them, likewise. */
export function partsWithNote(parts: readonly unknown[], note: string): readonly unknown[] {
  return [...parts.flatMap(withoutOwn), { type: "text", text: note }];
}

function withoutOwn(part: unknown): readonly unknown[] {
  const text = typeof part === "string" ? part : readField(part, "text");
  if (typeof text !== "string") return [part];
  const stripped = stripOwnBlocks(text);
  if (stripped === text) return [part];
  if (stripped.trim() === "") return [];
  return [typeof part === "string" ? stripped : { ...(part as object), text: stripped }];
}
