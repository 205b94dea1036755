import { readField } from "../../trace/json-value.ts";
import { langchainTranscript } from "../langchain-messages.ts";
import { hasOpenCalls } from "./langchain-roots.ts";
import type { EventPlace, LangchainRuns } from "./langchain-runs.ts";

/** The answers of models that were recorded when they were given. */
export type HeardAnswers = Pick<WeakSet<object>, "has">;

/**
 * Records what the last state of a graph shows and no event told of, also where no model of LangChain was
 * called. The messages are those of the place.
 */
export function readLastState(runs: LangchainRuns, place: EventPlace, heard: HeardAnswers): void {
  const { root, met } = place;
  const { messages } = met.call;
  if (root.runs.size === 1 && !hasOpenCalls(root) && isAllHeard(messages, heard)) return;
  const transcript = langchainTranscript(messages);
  const unseen =
    root.isGraph &&
    root.runs.size === 0 &&
    transcript.entries.length > 0 &&
    // An agent inside it that was given callbacks of its own is a root of its own.
    !messages.some((message) => isHeard(message, heard));
  if (unseen) {
    runs.ofRequest(place, { transcript })?.observe(transcript);
    return;
  }
  // Whose calls the state of several holds cannot be told.
  const [run, ...others] = runs.ofTask(place, transcript.task);
  if (others.length === 0) run?.observe(transcript);
}

/** Whether a model's answers are all that stands behind the user's last turn, beside results, and were recorded. */
export function isAllHeard(messages: readonly unknown[], heard: HeardAnswers): boolean {
  const last = messages.findLastIndex((message) => {
    const isResult = readField(message, "type") === "tool";
    return !isResult && !isHeard(message, heard);
  });
  return last >= 0 && last < messages.length - 1 && readField(messages[last], "type") === "human";
}

const isHeard = (message: unknown, heard: HeardAnswers): boolean =>
  typeof message === "object" && message !== null && heard.has(message);
