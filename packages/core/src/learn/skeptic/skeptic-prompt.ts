import { promptData, promptDataRule } from "../../text/prompt-data.ts";
import type { Claim } from "../../types/claim.ts";
import type { Trace } from "../../types/trace.ts";
import { callLabel } from "../reflect/cited-steps.ts";
import { traceText } from "../reflect/trace-text.ts";

const instructions = `Somebody read the record of one run of a software agent and claims to know why it went as it did. You did not see how they came to it, and you assume that they are wrong until the record shows otherwise.

${promptDataRule}

For each claim look for the place in the record that shows the claimed cause at work, and for whatever speaks against it: another cause that fits as well, an order of events that does not fit, a failure that would have come anyway.

For each claim give one verdict:
- claimId: its id as it stands before the claim.
- quotes: the pieces that show the cause, copied letter by letter out of the output or error of calls, each with the id in square brackets of its call. What the agent or a person said shows nothing.
- reason: one sentence.
- support: "direct" where a quote shows the cause itself at work; "partial" where the record fits the claim but would fit another cause too; "none" where it does not show it, or speaks against it.

That an error occurred is no support for a claim about why it did. When in doubt take the lower grade.`;

const runLength = 24_000;

function claimText(claim: Claim): string {
  const { id, decision, cause, rule, quotes } = claim;
  const cited = quotes.map(({ callId, text }) => `quote from [${callLabel(callId)}]: ${text}`);
  const text = [`decision: ${decision}`, `cause: ${cause}`, `rule: ${rule}`, ...cited].join("\n");
  // Words of a model that read the run: no more to be trusted than the run.
  return `Claim ${callLabel(id)}:\n${promptData("claim", text, { max: 4_000 })}`;
}

/** The question about all claims of one run. Neither confidence nor kind of support is told: they would be repeated. */
export function skepticPrompt({
  trace,
  claims,
}: {
  readonly trace: Trace;
  readonly claims: readonly Claim[];
}): { readonly system: string; readonly prompt: string } {
  const parts = [
    promptData("task", trace.task, { max: 3_000 }),
    promptData("run", traceText(trace, { max: runLength }), { max: runLength }),
    ...claims.map(claimText),
  ];
  return { system: instructions, prompt: parts.join("\n\n") };
}
