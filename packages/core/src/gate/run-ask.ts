import { SkillLoopError } from "../errors.ts";
import type { ModelSubject } from "../ports/language-model.ts";
import type { ModelPorts, Question } from "../ports/model-stages.ts";
import { jointQuestion } from "./joint-question.ts";

export interface Answers {
  /** The answer to one of the questions; `undefined` when what came is no use, which is so for all of them or for none. */
  of<Answer>(question: Question<Answer>): Answer | undefined;
}

const none: Answers = { of: () => undefined };

/**
 * Asks one model several things in one call, in the role of the last of them. The answer is no use when it is invalid also after
 * its repair, cut off, or of another shape from a model of the host's own that does not look. Whatever else goes wrong
 * rejects, so that an outage is no verdict.
 */
export async function askTogether(
  { model, signal }: Pick<ModelPorts, "model" | "signal">,
  questions: readonly Question<unknown>[],
  subject: ModelSubject,
): Promise<Answers> {
  const role = questions.at(-1)?.role;
  if (role === undefined) return none;
  signal?.throwIfAborted();
  const joint = jointQuestion(questions);
  try {
    const { value, finish } = await model.generate({ role, ...joint, subject, ...(signal && { signal }) });
    const checked = joint.schema.safeParse(value);
    if (finish === "length" || !checked.success) return none;
    const parts =
      questions.length === 1 ? { [role]: checked.data } : (checked.data as Partial<Record<string, unknown>>);
    return {
      of(question) {
        return question.schema.safeParse(parts[question.role]).data;
      },
    };
  } catch (error) {
    if (isUseless(error)) return none;
    throw error;
  }
}

function isUseless(error: unknown): boolean {
  if (SkillLoopError.isInstance(error)) return error.code === "MODEL_ANSWER_INVALID";
  return error instanceof Error && error.name === "ZodError";
}
