import { scanText } from "../../guard/scan.ts";
import type { Step, Trace } from "../../types/trace.ts";

/**
 * Whether something that was said in a run, or came back in it, would be stopped in a prompt: orders to whoever reads, hidden
 * characters. Who decides whether a text is safe is not shown such a run beside it.
 */
export function speaksToReaders({ task, steps }: Trace): boolean {
  return [task, ...steps.flatMap(wordsOf)].some((text) => scanText(text, "symptom").length > 0);
}

function wordsOf(step: Step): readonly string[] {
  return step.kind === "text" ? [step.text] : [step.output ?? "", step.error ?? ""];
}
