import { readField } from "../../trace/json-value.ts";

/**
 * Whether a conversation ends with a user's turn and a model's answer that was recorded when it was given: then
 * nothing stands behind the turn that could be news. `heard` are the answers that were recorded.
 */
export function isJustAnswered(messages: unknown, heard: WeakSet<object>): boolean {
  if (!Array.isArray(messages)) return false;
  const answer: unknown = messages.at(-1);
  if (typeof answer !== "object" || answer === null || !heard.has(answer)) return false;
  return readField(messages.at(-2), "type") === "human";
}
