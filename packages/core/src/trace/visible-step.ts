import { visibleText } from "../text/visible-text.ts";
import type { Step } from "../types/trace.ts";
import { unnamedTool } from "./record-step.ts";

/** A name stands in one line. */
function visibleName(name: string): string {
  const visible = visibleText(name);
  return /[\t\n\r]/.test(visible) ? visible.replace(/[\t\n\r]+/g, " ").trim() : visible;
}

/**
 * What came from a tool or was said, as a person sees it. What a tool was called with stays as it was: there such
 * a character may be the key that was pressed.
 */
export function visibleStep(step: Step): Step {
  if (step.kind === "text") return { ...step, text: visibleText(step.text) };
  return {
    ...step,
    tool: visibleName(step.tool) || unnamedTool,
    ...(step.output !== undefined && { output: visibleText(step.output) }),
    ...(step.error !== undefined && { error: visibleText(step.error) }),
  };
}
