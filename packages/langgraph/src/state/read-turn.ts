import { langchainTranscript, type Transcript } from "@skillloop/core/adapter/langchain";
import { agentIn, type OwnAgent } from "./graph-of.ts";
import type { SkillLoopNotes } from "./skill-loop-notes.ts";
import { isMoved, messageId, taskKey } from "./task-key.ts";
import { callCount, withoutCallsOf, withoutFirstCalls } from "./unlearned.ts";

/** One task of a thread: what a user asked for last, and all that happened since. */
export interface Turn {
  readonly taskKey: string;
  /** Everything since the task. */
  readonly transcript: Transcript;
  /** The same without the calls that a learn node has recorded before. */
  readonly news: Transcript;
  /** How many calls there are since the task, recorded or not. */
  readonly calls: number;
  /** The notes, when they are of this task. */
  readonly notes: SkillLoopNotes | undefined;
  /** The agent of the turn that the reading graph is, when it is one of its own. */
  readonly agent: OwnAgent | undefined;
}

export interface TurnReader {
  /** The messages are not those of the state: what has no id may stand in another place. */
  readonly elsewhere?: boolean;
  /** The graph that reads, by its name. */
  readonly graph?: string;
}

/**
 * Reads the present turn of a thread. While a run is going on, a user message that a node adds (a critique, an
 * answer to a question) belongs to it; once it was learned from, the next user message is a new task.
 */
export function readTurn(
  messages: readonly unknown[],
  notes: SkillLoopNotes | undefined,
  { elsewhere = false, graph = "" }: TurnReader = {},
): Turn {
  const latest = langchainTranscript(messages);
  const known = notes !== undefined && notes.task !== "" ? notes : undefined;
  const turnOf = (transcript: Transcript, of: SkillLoopNotes | undefined): Turn =>
    readEntries(messages, transcript, of, of === undefined ? undefined : agentIn(of, graph));
  if (known === undefined) return turnOf(latest, undefined);
  const isTask = (transcript: Transcript): boolean => {
    const key = keyOf(messages, transcript);
    return key === known.task || (elsewhere && isMoved(key, known.task));
  };
  if (isTask(latest)) return turnOf(latest, known);
  const place = known.ended ? -1 : placeOf(messages, latest, isTask);
  if (place < 0) return turnOf(latest, undefined);
  return turnOf(langchainTranscript(withoutUsersAfter(messages, place)), known);
}

function readEntries(
  messages: readonly unknown[],
  transcript: Transcript,
  notes: SkillLoopNotes | undefined,
  agent: OwnAgent | undefined,
): Turn {
  const learned = new Set(Object.values(notes?.agents ?? {}).flatMap((one) => one.learned));
  const places = transcript.entries.map(({ message }) => message);
  const told = new Set(places.filter((place) => learned.has(messageId(messages[place]))));
  return {
    taskKey: keyOf(messages, transcript),
    transcript,
    news: withoutCallsOf(withoutFirstCalls(transcript, agent?.from ?? notes?.learned ?? 0), told),
    calls: callCount(transcript),
    notes,
    agent,
  };
}

/** The ids of the messages that asked for a conversation's calls. */
export function askingIds(messages: readonly unknown[], { entries }: Transcript): readonly string[] {
  const ids = entries.flatMap((entry) =>
    entry.kind === "asked" && entry.calls.length > 0 ? [messageId(messages[entry.message])] : [],
  );
  return ids.filter((id) => id !== "");
}

function keyOf(messages: readonly unknown[], { task, taskMessage }: Transcript): string {
  return taskMessage < 0 ? "" : taskKey(messages[taskMessage], taskMessage, task);
}

function placeOf(
  messages: readonly unknown[],
  latest: Transcript,
  isTask: (one: Transcript) => boolean,
): number {
  let earlier = latest;
  while (earlier.taskMessage >= 0 && !isTask(earlier)) {
    earlier = langchainTranscript(messages.slice(0, earlier.taskMessage));
  }
  return earlier.taskMessage;
}

/** The same places, with nothing where a user speaks behind `place`. */
function withoutUsersAfter(messages: readonly unknown[], place: number): readonly unknown[] {
  return messages.map((message, index) =>
    index > place && langchainTranscript([message]).taskMessage === 0 ? undefined : message,
  );
}
