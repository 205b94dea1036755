import { z } from "zod";
import type { LanguageModel } from "../ports/language-model.ts";
import type { Question } from "../ports/model-stages.ts";
import { promptDataRule } from "../text/prompt-data.ts";

/** What is asked in one call. */
export interface JointQuestion {
  readonly system: string;
  readonly prompt: string;
  readonly schema: z.ZodType<unknown>;
}

/**
 * Neighbours that the same model answers, together. Never others: a question is not asked before the ones ahead of it, whose
 * answers may make it needless.
 */
export function groupedByModel(
  model: Pick<LanguageModel, "idFor">,
  questions: readonly Question<unknown>[],
): readonly (readonly Question<unknown>[])[] {
  const groups: Question<unknown>[][] = [];
  let before: string | undefined;
  for (const question of questions) {
    const id = model.idFor?.(question.role);
    const last = groups.at(-1);
    if (last === undefined || id !== before) groups.push([question]);
    else last.push(question);
    before = id;
  }
  return groups;
}

/** Several questions as one. An answer that lacks one of the parts, or anything in one, is no answer at all. */
export function jointQuestion(questions: readonly Question<unknown>[]): JointQuestion {
  const prompt = [
    ...new Set(questions.flatMap(({ data }) => data)),
    questions.map(({ ask }) => ask).join(" "),
  ].join("\n\n");
  const [first, ...others] = questions;
  if (first !== undefined && others.length === 0)
    return { system: `${first.instructions}\n\n${promptDataRule}`, prompt, schema: first.schema };
  const roles = questions.map(({ role }) => `"${role}"`).join(", ");
  const parts = [
    `You answer ${questions.length} questions that have nothing to do with one another's answers: what can be shown may be of no use, what is of use may be unsafe, and what is safe may be untrue. Answer each under its own name and in this order: ${roles}. Leave none out.`,
    ...questions.map(({ role, instructions }) => `# ${role}\n\n${instructions}`),
    promptDataRule,
  ];
  const schema = z.object(Object.fromEntries(questions.map((one) => [one.role, one.schema])));
  return { system: parts.join("\n\n"), prompt, schema };
}
