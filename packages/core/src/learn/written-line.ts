import { redactText } from "../guard/redact.ts";

/** The longest line of a playbook that a model may write, in characters. */
export const longestLine = 400;

const listMark = /^(?:[-*•]|\d{1,2}[.)]|#{1,4})(?:\s+|$)/;

/** A line as a model wrote it, as it is kept: without secrets, on one line, without the mark of a list. */
export function writtenLine(text: string): string {
  return redactText(text).text.replace(/\s+/g, " ").trim().replace(listMark, "").trim();
}
