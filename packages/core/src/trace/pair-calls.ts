import type { Step, TextStep, ToolStep } from "../types/trace.ts";
import { assignTurns } from "./assign-turns.ts";
import { toJsonValue } from "./json-value.ts";
import { unnamedTool } from "./record-step.ts";
import { judgeCall } from "./step-outcome.ts";
import type { CallEvent, ResultEvent, TraceEvent } from "./trace-event.ts";

interface OpenCall {
  readonly call: CallEvent | undefined;
  readonly turn: number;
  readonly order: number;
  result: ResultEvent | undefined;
}

/**
 * The call that a result answers: by id, the oldest open one of that id; without a usable id by
 * occurrence, among the open calls of the latest turn that has any, of the same tool where one is named.
 * An id that was answered before is answered anew: the last result wins.
 */
function findCall(calls: readonly OpenCall[], result: ResultEvent): OpenCall | undefined {
  const { id, tool } = result;
  if (id !== undefined) {
    const named = calls.filter(({ call }) => call?.id === id);
    const match = named.find((candidate) => candidate.result === undefined) ?? named.at(-1);
    if (match !== undefined) return match;
  }
  const open = calls.filter(
    ({ call, result: answered }) =>
      answered === undefined && call !== undefined && (id === undefined || call.id === undefined),
  );
  const latest = open.filter(({ turn }) => turn === open.at(-1)?.turn);
  const sameTool = tool === undefined ? [] : latest.filter(({ call }) => call?.tool === tool);
  return sameTool[0] ?? (tool === undefined || id !== undefined ? latest[0] : undefined) ?? latest[0];
}

/** Ids unique in the trace: a repeated one gets its occurrence appended, a missing one its position. */
function uniqueIds(calls: readonly OpenCall[]): readonly string[] {
  const taken = new Set<string>();
  return calls.map(({ call, result }, index) => {
    const wanted = call?.id ?? result?.id ?? `call-${index + 1}`;
    let id = wanted;
    for (let count = 2; taken.has(id); count += 1) id = `${wanted}#${count}`;
    taken.add(id);
    return id;
  });
}

function toStep(open: OpenCall, callId: string): ToolStep {
  const { call, result, turn } = open;
  const input = toJsonValue(call?.input ?? {});
  const tool = call?.tool ?? result?.tool ?? unnamedTool;
  const judged = judgeCall({
    input,
    // An envelope that holds several messages is opened by the id its host used.
    callId: call?.id ?? result?.id,
    output: result?.output,
    error: result?.error,
    failed: result?.failed,
    outcome: result === undefined ? "missing" : result.outcome,
    invalidInput: call?.invalidInput,
  });
  return { kind: "tool", tool, callId, turn, input, ...judged };
}

/** Events as steps: calls in the order they were issued, each with its result and outcome. */
export function stepsFromEvents(events: readonly TraceEvent[]): readonly Step[] {
  const turns = assignTurns(events);
  const calls: OpenCall[] = [];
  const texts: { readonly order: number; readonly step: TextStep }[] = [];
  for (const [order, event] of events.entries()) {
    const turn = turns[order] ?? 0;
    if (event.kind === "text") {
      texts.push({ order, step: { kind: "text", role: event.role, turn, text: event.text } });
    } else if (event.kind === "call") {
      calls.push({ call: event, turn, order, result: undefined });
    } else {
      const answered = findCall(calls, event);
      if (answered === undefined) calls.push({ call: undefined, turn, order, result: event });
      else answered.result = event;
    }
  }
  const ids = uniqueIds(calls);
  const tools = calls.map((open, index) => ({ order: open.order, step: toStep(open, ids[index] ?? "") }));
  return [...texts, ...tools].sort((a, b) => a.order - b.order).map(({ step }) => step);
}
