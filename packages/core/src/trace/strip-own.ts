import { stripOwnBlocks, stripOwnText } from "../text/own-text.ts";
import { mapStrings, toJsonValue } from "./json-value.ts";
import type { TraceEvent } from "./trace-event.ts";

/**
 * Our own blocks taken out of what a tool was given or gave back, in any shape. A thrown error is left as it
 * is: none of ours is in it.
 */
export function stripOwnValue(value: unknown): unknown {
  if (typeof value === "string") return stripOwnBlocks(value);
  if (typeof value !== "object" || value === null || value instanceof Error) return value;
  return mapStrings(toJsonValue(value), stripOwnBlocks);
}

/**
 * Takes what we put into the prompt out of what was recorded (ME1), before any outcome is judged: a hint
 * appended to a result would hide its last line. Words that were nothing but ours are dropped.
 */
export function stripOwnEvents(events: readonly TraceEvent[]): readonly TraceEvent[] {
  return events.flatMap((event): readonly TraceEvent[] => {
    if (event.kind === "text") {
      const text = stripOwnText(event.text);
      return text.trim() === "" ? [] : [{ ...event, text }];
    }
    if (event.kind === "call") return [{ ...event, input: stripOwnValue(event.input) }];
    return [{ ...event, output: stripOwnValue(event.output), error: stripOwnValue(event.error) }];
  });
}
