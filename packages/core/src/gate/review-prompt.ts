import { z } from "zod";
import { promptDataRule } from "../text/prompt-data.ts";
import { judgeAnswer } from "./judge/judge-answer.ts";
import { failureData, type JudgeInput, judgeInstructions } from "./judge/judge-prompt.ts";
import { judgedData } from "./judged-text.ts";
import { securityAnswer } from "./security/security-answer.ts";
import { securityInstructions } from "./security/security-prompt.ts";

/** Both judgements in one answer, where one model gives both. A part that is missing makes the whole invalid. */
export const reviewAnswer = z.object({ security: securityAnswer, judge: judgeAnswer });

/** What a model is asked that judges security and behaviour at once. The two parts do not know of each other's result. */
export function reviewPrompt({ content, failure }: JudgeInput): {
  readonly system: string;
  readonly prompt: string;
} {
  const parts = [
    'You give two judgements on one note, each for itself: a note that is safe may be useless, and one that is useful may be unsafe. Answer with both, "security" first.',
    `# security\n\n${securityInstructions}`,
    `# judge\n\n${judgeInstructions}`,
    promptDataRule,
  ];
  return {
    system: parts.join("\n\n"),
    prompt: `${judgedData(content)}\n\n${failureData(failure)}\n\nGive both judgements.`,
  };
}
