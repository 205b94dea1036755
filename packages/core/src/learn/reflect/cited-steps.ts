import { canonicalJson } from "../../text/canonical-json.ts";
import { stripOwnText } from "../../text/own-text.ts";
import { quoteOccurs } from "../../text/quote-occurs.ts";
import { shellCommandLine } from "../../text/shell/shell-command.ts";
import type { ToolStep, Trace } from "../../types/trace.ts";
import { stringsIn } from "../repair.ts";

/** Where a quote stands in a step. An input is what the agent said; only the other two are what the world said. */
export type QuotePlace = "input" | "output" | "error";

const labelLength = 80;

/** A call's id as a prompt shows it: on one line, and short whatever the host made of it. */
export function callLabel(callId: string): string {
  return callId.replace(/[^\w.:@/#-]+/g, "-").slice(0, labelLength);
}

export function toolSteps(trace: Trace): readonly ToolStep[] {
  return trace.steps.filter((step) => step.kind === "tool");
}

/** The call that a model names, by its id or by the label it was shown; `undefined` where it could be two. */
export function citedStep(trace: Trace, callId: string): ToolStep | undefined {
  const named = callId.trim().replace(/^\[(.*)\]$/s, "$1");
  const steps = toolSteps(trace);
  const exact = steps.find((step) => step.callId === callId || step.callId === named);
  if (exact !== undefined) return exact;
  const labelled = steps.filter((step) => callLabel(step.callId) === named);
  return labelled.length === 1 ? labelled[0] : undefined;
}

/** What a call was given, as a prompt shows it. */
export function printedInput({ tool, input }: ToolStep): string {
  return shellCommandLine(tool, input) ?? (typeof input === "string" ? input : canonicalJson(input));
}

/**
 * Where in a step the whole of a quote stands, each place by itself: words from the end of one and the start of the
 * next are no quote. A block of ours is no part of the step, also where it lost its beginning or its end (ME1).
 */
export function placesOf(quote: string, step: ToolStep): readonly QuotePlace[] {
  const given = [printedInput(step), canonicalJson(step.input), ...stringsIn(step.input)];
  const occurs = (text: string): boolean => quoteOccurs(quote, stripOwnText(text));
  return [
    ...(given.some(occurs) ? (["input"] as const) : []),
    ...(occurs(step.output ?? "") ? (["output"] as const) : []),
    ...(occurs(step.error ?? "") ? (["error"] as const) : []),
  ];
}

/** Whether the world said it, and not the agent: it stands in what came back, which does not just repeat the input. */
export function isAnswered(quote: string, step: ToolStep): boolean {
  const places = placesOf(quote, step);
  return places.includes("error") || (places.includes("output") && !places.includes("input"));
}
