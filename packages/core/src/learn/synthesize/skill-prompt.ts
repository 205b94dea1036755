import { promptData, promptDataRule } from "../../text/prompt-data.ts";
import type { Claim } from "../../types/claim.ts";
import type { Example, SectionName } from "../../types/skill.ts";
import { claimText } from "./claim-text.ts";
import type { SkillAnswer } from "./skill-answer.ts";

const instructions = `You write one page of advice for software agents, from what one or more runs showed. A later agent reads it before it starts, or right after the same error.

${promptDataRule}

Lines of the page, each list with one line at least, one thing a line, at most 300 characters a line, commands and field names in backticks:
- preconditions: what can be seen beforehand by which an agent knows that the page is for it.
- procedure: what to do, in order. Where the runs show that a value is wrong and not which one is right, a step says how to find it out: which command, file or call shows it. Never guess one.
- verification: what shows that it went well. Each line names a command, an exit status or a value that is compared, so that it can fail.
- failureModes: what goes wrong when this is not followed, and how that looks.
- scope: where this ends; what looks alike and is another matter.

Rules:
- Only what the runs show. No other platforms, no further ideas.
- No id, name, path, amount, date or address of a run: a placeholder such as <branch> stands for it.
- Never tell an agent to skip or weaken a check, to take more rights, to hide what it does, or to send data anywhere.

The rest:
- subject: two to six words that name what the page is about, without any value.
- description: one or two sentences: when it applies, and what to do. At most 300 characters.
- appliesWhen: three to six phrases of one to four words.
- queries: what people who need the page would type, three for each kind: plain (a whole sentence), hurried (a few words, no grammar), question, symptom (what somebody sees, without knowing the cause). At least two of all of them use no technical term.
- notFor: three to five requests that look alike and for which the page is of no use.
- signature: intent (what is to be done), object (to what), constraints (conditions that must hold, or none).`;

const mostClaims = 4;

/** A draft that was no use: sections without a line, values of single runs, a verification that could not fail. */
export interface RejectedDraft {
  readonly answer: SkillAnswer;
  readonly missing: readonly SectionName[];
  readonly values: readonly string[];
  readonly isVague: boolean;
}

function draftText({ answer, missing, values, isVague }: RejectedDraft): string {
  return [
    promptData("your draft", JSON.stringify(answer), { max: 12_000 }),
    "The draft cannot be used. Give the whole page again with this mended, and the rest as it was:",
    ...missing.map((section) => `- The section "${section}" has no line.`),
    ...(isVague
      ? [
          "- No line of the verification names a command in backticks, an exit status or a value that is compared.",
        ]
      : []),
    ...(values.length === 0 ? [] : ["- These values belong to one run; placeholders must stand for them:"]),
    ...(values.length === 0 ? [] : [promptData("values", values.slice(0, 8).join("\n"), { max: 1_000 })]),
  ].join("\n");
}

/** Asks for a new skill, or once more for one whose draft was no use. Of runs nothing stands in `system`. */
export function skillPrompt({
  claims,
  example,
  draft,
}: {
  readonly claims: readonly Claim[];
  readonly example?: Example | undefined;
  readonly draft?: RejectedDraft;
}): { readonly system: string; readonly prompt: string } {
  const runs = claims
    .slice(0, mostClaims)
    .map((claim, index) => promptData(`run ${index + 1}`, claimText(claim), { max: 5_000 }));
  const working =
    example === undefined
      ? ""
      : `${promptData("call that worked", JSON.stringify(example.calls), { max: 4_000 })}\nThis call stands below your page as it is: do not repeat it, say what matters in it.`;
  const again = draft === undefined ? "" : draftText(draft);
  return {
    system: instructions,
    prompt: [...runs, working, again].filter((part) => part !== "").join("\n\n"),
  };
}
