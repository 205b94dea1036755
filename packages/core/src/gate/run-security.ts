import type { ModelPorts } from "../ports/model-stages.ts";
import type { Scope } from "../types/scope.ts";
import type { SkillContent } from "../types/skill.ts";
import type { Verdict } from "../types/verdict.ts";
import { judgedText, longestJudgedText } from "./judged-text.ts";
import { askTogether } from "./run-ask.ts";
import { decideSecurity, noSecurityAnswer, tooLongToJudge } from "./security/decide-security.ts";
import { securityQuestion } from "./security/security-question.ts";

export interface SecurityInput {
  readonly content: SkillContent;
  readonly traceId: string;
  readonly scope: Scope;
}

/**
 * One call about the security of a text, whatever words are in it, also of one that no model wrote. Allow or hold, never
 * reject: a model's opinion is for a person to look at. A text too long to be shown whole is held without a call.
 * Rejects when the model cannot be reached.
 */
export async function judgeSecurity(
  ports: Pick<ModelPorts, "model" | "signal">,
  { content, traceId, scope }: SecurityInput,
): Promise<Verdict> {
  if (judgedText(content).length > longestJudgedText) return { decision: "hold", reasons: [tooLongToJudge] };
  const question = securityQuestion(content);
  const answers = await askTogether(ports, [question], { scope, traceId, skill: content.name });
  const answer = answers.of(question);
  return answer === undefined ? { decision: "hold", reasons: [noSecurityAnswer] } : decideSecurity(answer);
}
