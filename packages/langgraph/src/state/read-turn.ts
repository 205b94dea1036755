import { langchainTranscript, type Transcript } from "@skillloop/core/adapter";
import type { SkillLoopNotes } from "./skill-loop-notes.ts";
import { isMoved, taskKey } from "./task-key.ts";
import { callCount, withoutFirstCalls } from "./unlearned.ts";

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
}

/**
 * Reads the present turn of a thread. While a run is going on, a user message that a node adds (a critique, an
 * answer to a question) belongs to it; once it was learned from, the next user message is a new task.
 *
 * @param elsewhere the messages are not those of the state: what has no id may stand in another place
 */
export function readTurn(
  messages: readonly unknown[],
  notes: SkillLoopNotes | undefined,
  { elsewhere = false }: { readonly elsewhere?: boolean } = {},
): Turn {
  const latest = langchainTranscript(messages);
  const known = notes !== undefined && notes.task !== "" ? notes : undefined;
  if (known === undefined) return turnOf(messages, latest, undefined);
  const isTask = (transcript: Transcript): boolean => {
    const key = keyOf(messages, transcript);
    return key === known.task || (elsewhere && isMoved(key, known.task));
  };
  if (isTask(latest)) return turnOf(messages, latest, known);
  const place = known.ended ? -1 : placeOf(messages, latest, isTask);
  if (place < 0) return turnOf(messages, latest, undefined);
  return turnOf(messages, langchainTranscript(withoutUsersAfter(messages, place)), known);
}

function turnOf(
  messages: readonly unknown[],
  transcript: Transcript,
  notes: SkillLoopNotes | undefined,
): Turn {
  return {
    taskKey: keyOf(messages, transcript),
    transcript,
    news: withoutFirstCalls(transcript, notes?.learned ?? 0),
    calls: callCount(transcript),
    notes,
  };
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
