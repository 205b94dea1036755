import { canonicalJson } from "../text/canonical-json.ts";
import { sha256Hex } from "../text/hash.ts";
import { toJsonValue } from "./json-value.ts";
import type { TraceEvent } from "./trace-event.ts";

/** What an event says, whatever ids it carries. */
function fingerprint(event: TraceEvent): string {
  const said =
    event.kind === "text"
      ? [event.role, event.text]
      : event.kind === "call"
        ? [event.tool, toJsonValue(event.input)]
        : [event.outcome ?? null, toJsonValue(event.output ?? null), toJsonValue(event.error ?? null)];
  return sha256Hex(canonicalJson([event.kind, ...said]));
}

/**
 * Drops a history that was sent again (MA1): frameworks store each turn's whole input, under new ids, so
 * the run so far stands in the list a second time before what is new. Compared by content. Only a run that
 * begins with words is recognised, or a call repeated in a loop would look like one.
 */
export function dropResent(events: readonly TraceEvent[]): readonly TraceEvent[] {
  const [first] = events;
  if (first?.kind !== "text") return events;
  const repeats = events.some(
    (event, index) =>
      index > 1 && event.kind === "text" && event.role === first.role && event.text === first.text,
  );
  if (!repeats) return events;
  const prints = events.map(fingerprint);
  const kept: TraceEvent[] = [];
  const keptPrints: string[] = [];
  for (let index = 0; index < events.length; ) {
    const length = keptPrints.length;
    const resent = length > 1 && keptPrints.every((print, offset) => prints[index + offset] === print);
    if (resent) {
      index += length;
      continue;
    }
    const event = events[index];
    if (event !== undefined) kept.push(event);
    keptPrints.push(prints[index] ?? "");
    index += 1;
  }
  return kept;
}
