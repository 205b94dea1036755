import { errorSignature } from "../../text/error-signature/error-signature.ts";
import { tokenise } from "../../text/tokens/tokens.ts";
import type { ToolStep, Trace } from "../../types/trace.ts";
import { failureText } from "../failure-kind.ts";
import { sharedTerms } from "./about-cause.ts";
import { printedInput, toolSteps } from "./cited-steps.ts";

const mostAlike = 0.6;

/** Whether a decision is the error in other words: it says what happened and not what was chosen. */
export function restatesError(decision: string, cited: readonly ToolStep[]): boolean {
  const said = new Set(tokenise(decision));
  if (said.size === 0) return true;
  const errors = cited.flatMap((step) => {
    const { lines } = errorSignature(failureText(step));
    return lines.map((line) => ({
      line: new Set(tokenise(line)),
      done: new Set(tokenise(printedInput(step))),
    }));
  });
  return errors.some(({ line, done }) => {
    const shared = sharedTerms(said, line);
    const alike = shared / (said.size + line.size - shared);
    if (alike >= mostAlike) return true;
    // Nothing beyond the error, and nothing of the call.
    return shared === said.size && sharedTerms(said, done) === 0;
  });
}

/** Whether a decision names something that the run did: a tool, a program, a field, or a value it was given. */
export function namesAction(decision: string, trace: Trace): boolean {
  const said = new Set(tokenise(decision));
  return toolSteps(trace).some(
    (step) => sharedTerms(said, new Set(tokenise(`${step.tool} ${printedInput(step)}`))) > 0,
  );
}
