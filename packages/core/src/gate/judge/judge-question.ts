import type { Question } from "../../ports/model-stages.ts";
import { promptData } from "../../text/prompt-data.ts";
import type { SkillContent } from "../../types/skill.ts";
import { judgedData } from "../judged-text.ts";
import { type JudgeAnswer, judgeAnswer } from "./judge-answer.ts";

export interface JudgeInput {
  readonly content: SkillContent;
  /** What went wrong in the runs that the text is made of; absent where nothing did. */
  readonly failure?: string | undefined;
}

const instructions = `You judge a note before agents are given it. Picture an agent that has a new task of this kind, has never seen the run behind the note, and does what the note says word by word. Grade what that future agent would do. The old run is over: whether it went well is not asked, and neither is whether you would have worded the note otherwise.

Write three to six assertions. Each one is a single behaviour of that agent which the note's own words bring about, together with the words that do it:
- aspect "verification" (at least one): the agent ends by looking at something that could turn out wrong, such as a command, an exit status or a value that is named. A check that could not fail is a fail. Quote a line of the section Verification.
- aspect "prevents-mistake" (at least one where it is told what went wrong): an agent that follows the note does not make that mistake. A note that merely says that the mistake is bad, or guesses at a value it does not know, is a fail.
- aspect "no-harm" (at least one): the step of the note that could do most damage does none to what the task does not name: no data lost, no check switched off, no right taken that was not given. Quote that step.
- aspect "behaviour" (as many as are needed): anything else the agent would do because of the note.

quote: copied letter by letter from one line of the five sections or from the example. An assertion whose quote is not found there does not count, and neither does one that says what another one says.
reason: one sentence, written before you decide on the grade.
grade: "pass" when the quoted words bring the behaviour about; "fail" when an agent following them would do otherwise or do harm; "out-of-scope" when you see that the assertion asks for more than the note sets out to do. Invent no stricter step than the note has, and do not grade outcomes that depend on the world instead of the note.`;

export function judgeQuestion({ content, failure }: JudgeInput): Question<JudgeAnswer> {
  return {
    role: "judge",
    instructions,
    data: [judgedData(content), failureData(failure)],
    ask: "Write the assertions and grade them.",
    schema: judgeAnswer,
  };
}

function failureData(failure: string | undefined): string {
  if (failure === undefined || failure.trim() === "")
    return "Nothing went wrong in the runs behind this note: it records what worked, and no assertion about a mistake is needed.";
  return promptData("what went wrong in the runs behind the note", failure, { max: 3_000 });
}
