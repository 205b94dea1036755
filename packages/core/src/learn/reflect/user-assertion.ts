import { quoteOccurs } from "../../text/quote-occurs.ts";
import { tokenise } from "../../text/tokens/tokens.ts";
import type { ToolStep, Trace } from "../../types/trace.ts";
import { placesOf } from "./cited-steps.ts";

/** What people and hosts wrote into the run: its task, and what was said by anyone but the agent. */
function assertedTexts(trace: Trace): readonly string[] {
  const said = trace.steps.flatMap((step) =>
    step.kind === "text" && step.role !== "assistant" ? [step.text] : [],
  );
  return [trace.task, ...said];
}

/** Whether a quote is the user's words that a tool was handed, or handed back: a call proves none of what it was told. */
export function isOnlyAsserted(quote: string, step: ToolStep, trace: Trace): boolean {
  const places = placesOf(quote, step);
  if (places.includes("error")) return false;
  if (places.includes("output") && !places.includes("input")) return false;
  return assertedTexts(trace).some((text) => quoteOccurs(quote, text));
}

const leastTerms = 3;

/**
 * Whether a rule says no more than a sentence of the user, or of the task, did (PI1): `share` of its words stand in one
 * sentence. Who repeats what was asked for has learned nothing from the run.
 */
export function restatesUser(rule: string, trace: Trace, { share }: { readonly share: number }): boolean {
  const terms = new Set(tokenise(rule));
  if (terms.size < leastTerms) return false;
  return assertedTexts(trace)
    .flatMap((text) => text.split(/(?<=[.!?;。])\s+|\n+/))
    .some((sentence) => {
      const said = new Set(tokenise(sentence));
      return [...terms].filter((term) => said.has(term)).length >= share * terms.size;
    });
}
