import { clipMiddle } from "../../text/clip.ts";
import { stripOwnText } from "../../text/own-text.ts";
import type { Step, ToolStep, Trace } from "../../types/trace.ts";
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

function part(name: string, text: string, max: number): readonly string[] {
  const kept = stripOwnText(text).trim();
  if (kept === "" || max === 0) return [];
  return [`  ${name}:`, indented(max === whole ? kept : clipMiddle(kept, max))];
}

function toolText(step: ToolStep, max: number): string {
  const code = step.exitCode === undefined ? "" : `, exit code ${step.exitCode}`;
  const ended = isFailure(step) ? `failed (${step.outcome})` : step.outcome;
  const { output = "", error = "" } = step;
  return [
    `[${callLabel(step.callId)}] turn ${step.turn}, ${callLabel(step.tool)}: ${ended}${code}`,
    ...part("input", printedInput(step), max),
    ...part("output", output, max),
    ...(error === output ? [] : part("error", error, max)),
  ].join("\n");
}

function within(steps: readonly Step[], room: Room): string {
  const parts: string[] = [];
  let uncounted = 0;
  const tellCount = (): void => {
    if (uncounted > 0) parts.push(`(${uncounted} calls that did not fail)`);
    uncounted = 0;
  };
  for (const step of steps) {
    if (step.kind === "text") {
      const said = part("said", step.text, room.said);
      if (said.length > 0) parts.push(`(turn ${step.turn}, ${step.role})`, ...said);
      continue;
    }
    const max = isFailure(step) ? room.failed : room.worked;
    if (max === undefined) uncounted += 1;
    else {
      tellCount();
      parts.push(toolText(step, max));
    }
  }
  tellCount();
  return parts.join("\n");
}

/**
 * A run as a model reads it: calls under their ids, with what they were given and gave back, our own notes taken out. At
 * most `max` characters: what worked and what was said is cut before anything that failed.
 */
export function traceText({ steps }: Trace, { max }: { readonly max: number }): string {
  let text = "";
  for (const room of rooms) {
    text = within(steps, room);
    if (text.length <= max) return text;
  }
  return clipMiddle(text, max);
}
