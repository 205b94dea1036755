import { stripOwnText } from "../text/own-text.ts";
import { readField } from "../trace/json-value.ts";
import type { CallEvent, ResultEvent, TextEvent, TraceEvent } from "../trace/trace-event.ts";

/** A message list as an adapter reads it: the events of one message, in order. */
export type ReadMessage = (message: unknown, group: number) => readonly TraceEvent[];

/** Whether the provider itself ran the call of a result in the message at this place. */
export type IsByProvider = (message: number, result: ResultEvent) => boolean;

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
  /** The call it answers; absent when the conversation does not hold it. */
  readonly call?: CallEvent;
  /** The provider itself ran the call, and reads its result back in its own form: no note may stand in it. */
  readonly byProvider?: true;
}

/** A conversation as a run sees it: the task is the last thing a user said, and what follows is the run. */
export interface Transcript {
  /** `""` when no user said anything. */
  readonly task: string;
  /** Where the user's last turn stands; -1 when there is none. */
  readonly taskMessage: number;
  /** What users said before, oldest first. Read when it is asked for. */
  readonly history: readonly string[];
  readonly entries: readonly (AskedEntry | ResultEntry)[];
}

/** How many earlier turns a follow-up can inherit from; more is not read. */
const keptHistory = 4;

function saidBy(role: TextEvent["role"], events: readonly TraceEvent[]): string {
  let said: string | undefined;
  for (const event of events) {
    if (event.kind !== "text" || event.role !== role) continue;
    said = said === undefined ? event.text : `${said}\n${event.text}`;
  }
  return said ?? "";
}

function userText(events: readonly TraceEvent[]): string {
  const said = saidBy("user", events);
  return said === "" ? "" : stripOwnText(said).trim();
}

const media = /^(?:image|image_url|input_image|file|input_file|audio|input_audio|video|document|media)$/;

/** A picture or a file without a word: a turn of the user's, though it names no task. */
function isWordless(message: unknown): boolean {
  const content = readField(message, "content");
  if (!Array.isArray(content)) return false;
  if (!content.some((part: unknown) => media.test(String(readField(part, "type"))))) return false;
  const kind = readField(message, "role") ?? readField(message, "type");
  return kind === "user" || kind === "human";
}

/** A picture right behind a call or its result is what the tool gave back, where a server takes it nowhere else. */
const isWork = (events: readonly TraceEvent[]): boolean =>
  events.some(({ kind }) => kind === "call" || kind === "result");

/** Reads a message list. What stands before the last user turn is history: other runs recorded it. */
export function readTranscript(
  messages: readonly unknown[],
  read: ReadMessage,
  isByProvider: IsByProvider = () => false,
): Transcript {
  const list: readonly unknown[] = Array.isArray(messages) ? messages : [];
  let taskMessage = -1;
  let task = "";
  const later: (readonly TraceEvent[])[] = [];
  for (let index = list.length - 1; index >= 0; index -= 1) {
    const events = read(list[index], index);
    task = userText(events);
    if (task !== "" || (isWordless(list[index]) && !isWork(index === 0 ? [] : read(list[index - 1], 0)))) {
      taskMessage = index;
      break;
    }
    later.push(events);
  }
  const earlier = (wanted: number): readonly string[] => {
    const texts: string[] = [];
    for (let index = taskMessage - 1; index >= 0 && texts.length < wanted; index -= 1) {
      const text = userText(read(list[index], index));
      if (text !== "") texts.unshift(text);
    }
    return texts;
  };
  // A picture goes with what was asked before it.
  if (task === "" && taskMessage >= 0) task = earlier(1)[0] ?? "";
  const entries = later
    .reverse()
    .flatMap((events, offset) => entriesOf(events, taskMessage + 1 + offset, isByProvider));
  let history: readonly string[] | undefined;
  return {
    task,
    taskMessage,
    get history() {
      history ??= earlier(keptHistory);
      return history;
    },
    entries: withCalls(entries),
  };
}

function entriesOf(
  events: readonly TraceEvent[],
  message: number,
  isByProvider: IsByProvider,
): (AskedEntry | ResultEntry)[] {
  const entries: (AskedEntry | ResultEntry)[] = [];
  const calls = events.filter((event): event is CallEvent => event.kind === "call");
  const text = saidBy("assistant", events);
  if (calls.length > 0 || text !== "") entries.push({ kind: "asked", message, text, calls });
  let place = 0;
  for (const result of events) {
    if (result.kind !== "result") continue;
    const byProvider = isByProvider(message, result);
    entries.push({
      kind: "result",
      message,
      place,
      occurrence: 0,
      result,
      ...(byProvider && { byProvider }),
    });
    place += 1;
  }
  return entries;
}

/**
 * Which call each result answers: the oldest of its id that has none yet, since some servers use an id again
 * in the next turn. Among several without an id, one of the tool that the result names.
 */
function withCalls(entries: readonly (AskedEntry | ResultEntry)[]): (AskedEntry | ResultEntry)[] {
  const named = new Map<string, CallEvent[]>();
  const answered = new Set<CallEvent>();
  return entries.map((entry) => {
    if (entry.kind === "asked") {
      for (const call of entry.calls) {
        const list = named.get(call.id ?? "");
        if (list === undefined) named.set(call.id ?? "", [call]);
        else list.push(call);
      }
      return entry;
    }
    const { id = "", tool } = entry.result;
    const calls = named.get(id) ?? [];
    const open = calls.filter((call) => !answered.has(call));
    const call = open.find((one) => tool === undefined || one.tool === tool) ?? open[0] ?? calls.at(-1);
    if (call === undefined) return entry;
    answered.add(call);
    const { message, place, result, byProvider } = entry;
    const occurrence = calls.indexOf(call);
    return {
      kind: "result",
      message,
      place,
      occurrence,
      result,
      call,
      ...(byProvider === true && { byProvider }),
    };
  });
}
