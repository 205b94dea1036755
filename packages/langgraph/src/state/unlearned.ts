import type { AskedEntry, ResultEntry, Transcript } from "@skillloop/core/adapter/langchain";

type Entry = AskedEntry | ResultEntry;

/** How many calls a conversation holds. */
export function callCount({ entries }: Transcript): number {
  return entries.reduce((sum, entry) => sum + (entry.kind === "asked" ? entry.calls.length : 0), 0);
}

/** A conversation without the calls of these messages, and without their results. */
export function withoutCallsOf(transcript: Transcript, places: ReadonlySet<number>): Transcript {
  if (places.size === 0) return transcript;
  const dropped = new Set<unknown>();
  const entries = transcript.entries.filter((entry) => {
    if (entry.kind === "result") return !dropped.has(entry.call);
    if (!places.has(entry.message)) return true;
    for (const call of entry.calls) dropped.add(call);
    return false;
  });
  return { ...transcript, entries };
}

/**
 * A conversation without its first calls and their results, since those were recorded before. What the model
 * said beside them goes too.
 */
export function withoutFirstCalls(transcript: Transcript, count: number): Transcript {
  if (count <= 0) return transcript;
  const dropped = new Set<unknown>();
  const entries = transcript.entries.flatMap((entry): Entry[] => {
    if (entry.kind === "result") return dropped.has(entry.call) ? [] : [entry];
    const left = count - dropped.size;
    if (left <= 0) return [entry];
    for (const call of entry.calls.slice(0, left)) dropped.add(call);
    const calls = entry.calls.slice(left);
    return calls.length === 0 ? [] : [{ ...entry, calls }];
  });
  return { ...transcript, entries };
}
