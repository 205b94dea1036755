import { stripOwnText } from "../text/own-text.ts";

const maximumCharacters = 6_000;
/** Characters in one piece beyond which nothing is a word or a name, but data that was pasted. */
const longestPiece = 200;

// No sentence has such runs, and patterns that look around would take tenths of a second for each.
const blanks = /\s{2,}/g;
const longPieces = new RegExp(`[!-~]{${longestPiece + 1},}`, "g");

/**
 * What of a task is read: without our own text, the middle of a very long one, runs of blanks and the rest of
 * what was pasted in one piece. Empty for what is no text.
 */
export function taskText(value: unknown): string {
  if (typeof value !== "string") return "";
  const text = stripOwnText(value).trim();
  return headAndTail(text)
    .replace(blanks, (run) => (run.includes("\n") ? "\n" : " "))
    .replace(longPieces, (piece) => piece.slice(0, longestPiece));
}

function headAndTail(text: string): string {
  if (text.length <= maximumCharacters) return text;
  return `${text.slice(0, maximumCharacters / 2)}\n${text.slice(-maximumCharacters / 2)}`;
}
