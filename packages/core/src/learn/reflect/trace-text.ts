import { clipMiddle } from "../../text/clip.ts";
import { stripOwnText } from "../../text/own-text.ts";
import type { Step, Trace } from "../../types/trace.ts";
import { isFailure } from "../failure-kind.ts";
import { callLabel, printedInput } from "./cited-steps.ts";

/** Most characters of each text; 0 leaves it out. */
interface Room {
  readonly said: number;
  /** Of calls that did not fail; without a number they are only counted. */
  readonly worked: number | undefined;
  readonly failed: number;
}

const whole = Number.POSITIVE_INFINITY;
/** From everything to little. What worked gives way first: a lesson is about what did not. */
const rooms: readonly Room[] = [
  { said: whole, worked: whole, failed: whole },
  { said: 2_000, worked: 2_000, failed: whole },
  { said: 800, worked: 800, failed: whole },
  { said: 300, worked: 300, failed: whole },
  { said: 120, worked: 120, failed: whole },
  { said: 0, worked: 60, failed: whole },
  { said: 0, worked: 0, failed: whole },
  { said: 0, worked: undefined, failed: whole },
  { said: 0, worked: undefined, failed: 1_500 },
  { said: 0, worked: undefined, failed: 500 },
  { said: 0, worked: undefined, failed: 150 },
];

/** Every line further in than our own: no recorded text can look like the head of a step. */
const indented = (text: string): string =>
  `    ${text.replace(/\r\n?|\n|[\u2028\u2029\u0085\v\f]/g, "\n    ")}`;

/** A step with its texts as they may be printed, by their names. */
interface Readable {
  readonly step: Step;
  readonly texts: readonly (readonly [name: string, text: string])[];
}

function readable(step: Step): Readable {
  const { output = "", error = "" } = step.kind === "tool" ? step : {};
  const texts: readonly (readonly [string, string])[] =
    step.kind === "text"
      ? [["said", step.text]]
      : [
          ["input", printedInput(step)],
          ["output", output],
          ["error", error === output ? "" : error],
        ];
  const own = texts.map(([name, text]) => [name, stripOwnText(text).trim()] as const);
  return { step, texts: own.filter(([, text]) => text !== "") };
}

function roomOf(step: Step, { said, worked, failed }: Room): number | undefined {
  if (step.kind === "text") return said;
  return isFailure(step) ? failed : worked;
}

/** What the texts alone take at least. */
const leastLength = (steps: readonly Readable[], room: Room): number =>
  steps.reduce((sum, { step, texts }) => {
    const max = roomOf(step, room) ?? 0;
    return texts.reduce((length, [, text]) => length + Math.min(text.length, max), sum);
  }, 0);

function headOf(step: Step): string {
  if (step.kind === "text") return `(turn ${step.turn}, ${step.role})`;
  const code = step.exitCode === undefined ? "" : `, exit code ${step.exitCode}`;
  const ended = isFailure(step) ? `failed (${step.outcome})` : step.outcome;
  return `[${callLabel(step.callId)}] turn ${step.turn}, ${callLabel(step.tool)}: ${ended}${code}`;
}

function stepText({ step, texts }: Readable, max: number): string {
  const parts =
    max === 0 ? [] : texts.flatMap(([name, text]) => [`  ${name}:`, indented(clipMiddle(text, max))]);
  return [headOf(step), ...parts].join("\n");
}

function within(steps: readonly Readable[], room: Room): string {
  const parts: string[] = [];
  let uncounted = 0;
  const tellCount = (): void => {
    if (uncounted > 0) parts.push(`(${uncounted} calls that did not fail)`);
    uncounted = 0;
  };
  for (const readable of steps) {
    const max = roomOf(readable.step, room);
    if (max === undefined) uncounted += 1;
    else if (readable.step.kind === "tool" || (max > 0 && readable.texts.length > 0)) {
      tellCount();
      parts.push(stepText(readable, max));
    }
  }
  tellCount();
  return parts.join("\n");
}

/**
 * A run as a model reads it: calls under their ids, with what they were given and gave back, our own notes taken out. At
 * most `max` characters: what worked and what was said is cut before anything that failed.
 */
export function traceText(trace: Trace, { max }: { readonly max: number }): string {
  const steps = trace.steps.map(readable);
  let text = "";
  for (const room of rooms) {
    if (leastLength(steps, room) > max && room !== rooms.at(-1)) continue;
    text = within(steps, room);
    if (text.length <= max) return text;
  }
  return clipMiddle(text, max);
}
