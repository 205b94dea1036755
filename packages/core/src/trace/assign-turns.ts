import type { TraceEvent } from "./trace-event.ts";

const isModel = (event: TraceEvent): boolean =>
  event.kind === "call" || (event.kind === "text" && event.role === "assistant");

/**
 * The turn of each event, counted from 0 and never falling. What one message says and calls is one turn; a
 * result belongs to the turn it answers. A message that follows calls nobody has answered yet cannot have
 * been written in view of their results, so it shares their turn.
 */
export function assignTurns(events: readonly TraceEvent[]): readonly number[] {
  const turns: number[] = [];
  let turn = -1;
  let group: number | undefined;
  let unanswered = false;
  for (const event of events) {
    if (event.kind === "result") {
      // Results without any call before them still need a turn of their own.
      if (turn < 0) turn = 0;
      unanswered = false;
    } else if (event.group !== group || turn < 0) {
      if (!(unanswered && isModel(event))) turn += 1;
      group = event.group;
      if (!isModel(event)) unanswered = false;
    }
    if (event.kind === "call") unanswered = true;
    turns.push(turn);
  }
  return turns;
}
