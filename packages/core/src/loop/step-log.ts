import { canonicalJson } from "../text/canonical-json.ts";
import { boundText, boundTexts } from "../trace/bound-texts.ts";
import { toJsonValue, valueText } from "../trace/json-value.ts";
import { readCallRecord } from "../trace/read-call-record.ts";
import { toolStepFrom, unansweredStep } from "../trace/record-step.ts";
import type { JsonValue } from "../types/json.ts";
import type { AskedCall } from "../types/loop.ts";
import type { Step, TextStep, ToolStep } from "../types/trace.ts";

/** The steps of one run in the order in which they were issued, whatever the order of their results. */
export interface StepLog {
  readonly steps: readonly Step[];
  /** Calls of one turn; each is `missing` until it is answered. Gives the ids they are kept under. */
  ask(calls: readonly AskedCall[]): readonly string[];
  /** The result of a call: of one that was asked for, of one that is reported again, else of a new one. */
  answer(record: unknown): ToolStep;
  say(role: TextStep["role"], text: unknown): void;
}

export function createStepLog(): StepLog {
  const steps: Step[] = [];
  /** Where the latest call of an id stands: of one that its host was told of. */
  const places = new Map<string, number>();
  const taken = new Set<string>();
  let turn = 0;

  const freeId = (wanted: string | undefined): string => {
    const id = wanted ?? `${steps.length + 1}`;
    let free = id;
    for (let count = 2; taken.has(free); count += 1) free = `${id}#${count}`;
    taken.add(free);
    return free;
  };

  const push = (step: ToolStep, hostKnowsId: boolean): ToolStep => {
    if (hostKnowsId) places.set(step.callId, steps.length);
    steps.push(step);
    return step;
  };

  const earlier = (callId: string | undefined, tool: string | undefined, input: JsonValue | undefined) => {
    const place = callId === undefined ? undefined : places.get(callId);
    const step = place === undefined ? undefined : steps[place];
    if (place === undefined || step?.kind !== "tool") return undefined;
    if (tool !== undefined && tool !== step.tool) return undefined;
    const isOpen = step.outcome === "missing" || step.outcome === "interrupted";
    // Some servers give each call of a run the same id: another input under it is another call.
    const isSame = (): boolean => input === undefined || canonicalJson(input) === canonicalJson(step.input);
    return isOpen || isSame() ? { place, step } : undefined;
  };

  /** Calls of which none is answered yet: what is asked for beside them cannot be an answer to their results. */
  const sharesTurn = (): boolean => {
    const first = steps.findLastIndex((step) => step.turn !== turn - 1) + 1;
    if (first === steps.length) return false;
    return steps.slice(first).every((step) => step.kind === "tool" && step.outcome === "missing");
  };

  return {
    get steps() {
      return [...steps];
    },
    ask(calls) {
      const issued = sharesTurn() ? turn - 1 : turn;
      turn = issued + 1;
      return calls.map((asked) => {
        const { callId, ...record } = boundTexts(readCallRecord(asked));
        return push(unansweredStep(record, { turn: issued, callId: freeId(callId) }), true).callId;
      });
    },
    answer(given) {
      const call = boundTexts(readCallRecord(given));
      const input = call.input === undefined ? undefined : toJsonValue(call.input);
      const known = earlier(call.callId, call.tool, input);
      if (known !== undefined) {
        const { step, place } = known;
        const { tool: _tool, input: _input, ...rest } = call;
        const record = { tool: step.tool, input: input ?? step.input, ...rest };
        const answered = toolStepFrom(record, { turn: step.turn, callId: step.callId });
        steps[place] = answered;
        return answered;
      }
      const issued = call.turn ?? turn;
      turn = Math.max(turn, issued + 1);
      return push(
        toolStepFrom(call, { turn: issued, callId: freeId(call.callId) }),
        call.callId !== undefined,
      );
    },
    say(role, text) {
      steps.push({ kind: "text", role, turn, text: boundText(valueText(text)) });
      turn += 1;
    },
  };
}
