import { stripOwnText } from "../text/own-text.ts";
import type { CallEvent, ResultEvent, TextEvent, TraceEvent } from "../trace/trace-event.ts";

/** A message list as an adapter reads it: the events of one message, in order. */
export type ReadMessage = (message: unknown, group: number) => readonly TraceEvent[];

export interface AskedEntry {
  readonly kind: "asked";
  readonly message: number;
  readonly text: string;
  readonly calls: readonly CallEvent[];
}

export interface ResultEntry {
  readonly kind: "result";
  readonly message: number;
  /** Which of the results of its message it is, counted from 0. */
  readonly place: number;
  /** How many calls with its id stood before the call it answers. */
  readonly occurrence: number;
  readonly result: ResultEvent;
}

/** A conversation as a run sees it: the task is the last thing a user said, and what follows is the run. */
export interface Transcript {
  /** `""` when no user said anything. */
  readonly task: string;
  /** Where the task stands; -1 when there is none. */
  readonly taskMessage: number;
  /** What users said before, oldest first. */
  readonly history: readonly string[];
  readonly entries: readonly (AskedEntry | ResultEntry)[];
}

/** How many earlier turns a follow-up can inherit from; more is not read. */
const keptHistory = 4;

function userText(events: readonly TraceEvent[]): string {
  const said = events.filter((event): event is TextEvent => event.kind === "text" && event.role === "user");
  return stripOwnText(said.map(({ text }) => text).join("\n")).trim();
}

/** Reads a message list. What stands before the last user turn is history: other runs recorded it. */
export function readTranscript(messages: readonly unknown[], read: ReadMessage): Transcript {
  let taskMessage = -1;
  let task = "";
  const later: (readonly TraceEvent[])[] = [];
  for (let index = messages.length - 1; index >= 0; index -= 1) {
    const events = read(messages[index], index);
    task = userText(events);
    if (task !== "") {
      taskMessage = index;
      break;
    }
    later.unshift(events);
  }
  const history: string[] = [];
  for (let index = taskMessage - 1; index >= 0 && history.length < keptHistory; index -= 1) {
    const text = userText(read(messages[index], index));
    if (text !== "") history.unshift(text);
  }
  const entries = later.flatMap((events, offset) => entriesOf(events, taskMessage + 1 + offset));
  return { task, taskMessage, history, entries: withOccurrences(entries) };
}

function entriesOf(events: readonly TraceEvent[], message: number): (AskedEntry | ResultEntry)[] {
  const calls = events.filter((event): event is CallEvent => event.kind === "call");
  const text = events
    .filter((event): event is TextEvent => event.kind === "text" && event.role === "assistant")
    .map((event) => event.text)
    .join("\n");
  const asked: AskedEntry[] =
    calls.length > 0 || text !== "" ? [{ kind: "asked", message, text, calls }] : [];
  const results = events.filter((event): event is ResultEvent => event.kind === "result");
  return [
    ...asked,
    ...results.map((result, place) => ({ kind: "result", message, place, occurrence: 0, result }) as const),
  ];
}

/** Some servers use an id again in the next turn: a result answers the oldest open call of its id. */
function withOccurrences(entries: readonly (AskedEntry | ResultEntry)[]): (AskedEntry | ResultEntry)[] {
  const asked = new Map<string, number>();
  const answered = new Map<string, number>();
  return entries.map((entry) => {
    if (entry.kind === "asked") {
      for (const { id = "" } of entry.calls) asked.set(id, (asked.get(id) ?? 0) + 1);
      return entry;
    }
    const id = entry.result.id ?? "";
    const occurrence = Math.max(0, Math.min(answered.get(id) ?? 0, (asked.get(id) ?? 1) - 1));
    answered.set(id, (answered.get(id) ?? 0) + 1);
    return { ...entry, occurrence };
  });
}
