import type { Doubt, Question } from "../../ports/model-stages.ts";
import { promptData } from "../../text/prompt-data.ts";
import type { Claim } from "../../types/claim.ts";
import type { Trace } from "../../types/trace.ts";
import { callLabel } from "../reflect/cited-steps.ts";
import { traceText } from "../reflect/trace-text.ts";
import { type SkepticAnswer, skepticAnswerSchema } from "./skeptic-answer.ts";

const instructions = `Somebody read the records of runs of a software agent and claims to know why each went as it did. You did not see how they came to it, and you assume that they are wrong until the record of that very run shows otherwise. Where a note follows, it was written from the claims: it shows nothing of the runs.

For each claim look for the place in its run that shows the claimed cause at work, and for whatever speaks against it: another cause that fits as well, an order of events that does not fit, a failure that would have come anyway.

Under the name of each claim give one verdict:
- quotes: the pieces that show the cause, copied letter by letter out of the output or error of calls of its run, each with the id in square brackets of its call. What the agent or a person said shows nothing.
- reason: one sentence.
- support: "direct" where a quote shows the cause itself at work; "partial" where the record fits the claim but would fit another cause too; "none" where it does not show it, or speaks against it.

That an error occurred is no support for a claim about why it did. When in doubt take the lower grade.`;

/** Characters of all runs together, and of one. */
const runsLength = 48_000;
const runLength = 24_000;

/** The name of a claim in question and answer, by its place. */
export function claimLabel(place: number): string {
  return `c${place + 1}`;
}

/** What is asked about claims, each of its own run. Neither confidence nor kind of support is told: they would be repeated. */
export function skepticQuestion(doubts: readonly Doubt[]): Question<SkepticAnswer> {
  const traces = [...new Map(doubts.map(({ trace }) => [trace.id, trace])).values()];
  const labelled = doubts.map((doubt, place) => ({ ...doubt, label: claimLabel(place) }));
  const max = Math.min(runLength, Math.floor(runsLength / traces.length));
  return {
    role: "skeptic",
    instructions,
    data: traces.flatMap((trace, place) => [
      runData(trace, { name: `Run ${place + 1}`, max }),
      ...labelled
        .filter((one) => one.trace.id === trace.id)
        .map(({ claim, label }) => claimData(claim, label)),
    ]),
    ask: "Give a verdict on each claim.",
    schema: skepticAnswerSchema(labelled.map(({ label }) => label)),
  };
}

function runData(trace: Trace, { name, max }: { readonly name: string; readonly max: number }): string {
  const task = promptData("task", trace.task, { max: 3_000 });
  return `${name}:\n${task}\n\n${promptData("run", traceText(trace, { max }), { max })}`;
}

function claimData({ decision, cause, rule, quotes }: Claim, label: string): string {
  const cited = quotes.map(({ callId, text }) => `quote from [${callLabel(callId)}]: ${text}`);
  const text = [`decision: ${decision}`, `cause: ${cause}`, `rule: ${rule}`, ...cited].join("\n");
  // Words of a model that read the run: no more to be trusted than the run.
  return `Claim ${label}, of this run:\n${promptData("claim", text, { max: 4_000 })}`;
}
