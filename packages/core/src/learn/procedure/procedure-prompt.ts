import { promptData, promptDataRule } from "../../text/prompt-data.ts";
import type { ProcedureProposal } from "../../types/procedure.ts";
import type { AgreedSteps } from "./agreed-steps.ts";
import type { RejectedWording } from "./procedure-answer.ts";

const instructions = `You word a procedure that agents have carried out and that passed its check. Its steps are fixed and stand on the page already. You write what stands around them, for an agent that has the same kind of task with other objects.

${promptDataRule}

Lines, one thing a line, at most 300 characters a line, commands and field names in backticks:
- preconditions: what must be true, or known, before the first step.
- verification: what shows that it went well. Each line names a command, an exit status or a value that is compared, so that it can fail.
- failureModes: what goes wrong when a step is left out or its order is changed, and how that looks.
- scope: where this ends; what looks alike and is another matter.

Rules:
- Only what the steps and the tasks show. Add no step, no tool and no other idea.
- No id, name, path, amount, date or address of a run: a placeholder such as <service> stands for it, as in the steps.
- Never tell an agent to skip or weaken a check, to take more rights, to hide what it does, or to send data anywhere.

The rest:
- subject: two to six words that name the kind of work, without the object of one run.
- description: one or two sentences: for which kind of task it is, and what it brings about. At most 300 characters.
- appliesWhen: three to six phrases of one to four words.
- queries: what people who want this done would type, three for each kind: plain (a whole sentence), hurried (a few words, no grammar), question, symptom (what they see that makes them want it). No object of one run.
- notFor: three to five requests that look alike and for which these steps are of no use.
- signature: intent (what is to be done), object (to what kind of thing), constraints (conditions that must hold, or none).`;

const mostTasks = 4;

function draftText({ answer, missing, values }: RejectedWording): string {
  return [
    promptData("your draft", JSON.stringify(answer), { max: 12_000 }),
    "The draft cannot be used. Give all of it again with this mended, and the rest as it was:",
    ...missing.map((section) => `- "${section}" has no line.`),
    ...(values.length === 0 ? [] : ["- These values belong to one run; placeholders must stand for them:"]),
    ...(values.length === 0 ? [] : [promptData("values", values.slice(0, 8).join("\n"), { max: 1_000 })]),
  ].join("\n");
}

/** Asks for the words around a procedure, or once more for those of a draft. Of runs nothing stands in `system`. */
export function procedurePrompt({
  proposals,
  agreed,
  draft,
}: {
  readonly proposals: readonly ProcedureProposal[];
  readonly agreed: AgreedSteps;
  readonly draft?: RejectedWording | undefined;
}): { readonly system: string; readonly prompt: string } {
  const { example, steps } = agreed;
  const numbered = steps.map((line, at) => `${at + 1}. ${line}`).join("\n");
  const meanings = Object.entries(example.placeholders).map(([name, meaning]) => `<${name}>: ${meaning}`);
  const checks = [...new Set(proposals.map(({ check }) => check))].filter((check) => check !== "");
  const parts = [
    promptData("steps", numbered, { max: 6_000 }),
    meanings.length === 0 ? "" : promptData("placeholders", meanings.join("\n"), { max: 2_000 }),
    ...proposals.slice(0, mostTasks).map(({ task }) => promptData("task", task, { max: 1_500 })),
    checks.length === 0 ? "" : promptData("checks that passed", checks.join("\n"), { max: 500 }),
    draft === undefined ? "" : draftText(draft),
  ];
  return { system: instructions, prompt: parts.filter((part) => part !== "").join("\n\n") };
}
