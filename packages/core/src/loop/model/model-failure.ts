import { invalidAnswer } from "../../adapter/model-answer.ts";
import { spendOf, withSpend } from "../../adapter/model-spend.ts";
import { SkillLoopError } from "../../errors.ts";

const ofModels: ReadonlySet<string> = new Set([
  "MODEL_UNAVAILABLE",
  "MODEL_QUOTA",
  "MODEL_ANSWER_PENDING",
  "MODEL_ANSWER_INVALID",
]);

/**
 * A failure of a model in the four ways that learning knows. A model of the host's own may throw anything, with texts of the
 * request in it: of such an error only its kind is passed on.
 */
export function modelFailure(id: string, error: unknown): SkillLoopError {
  if (SkillLoopError.isInstance(error) && ofModels.has(error.code)) return error;
  const { name, code, status } = (error ?? {}) as Record<string, unknown>;
  const failure =
    name === "ZodError"
      ? invalidAnswer("The answer holds no value of the shape that was asked for.")
      : new SkillLoopError({
          code: "MODEL_UNAVAILABLE",
          message: `The model ${id} failed${kindOf([name, code, status])}.`,
          remedy: "What waits for it is tried again later.",
        });
  const spent = spendOf(error);
  return spent === undefined ? failure : withSpend(failure, spent);
}

function kindOf(words: readonly unknown[]): string {
  const plain = words.filter(
    (word) => typeof word === "number" || (typeof word === "string" && /^\w{1,40}$/.test(word)),
  );
  return plain.length === 0 ? "" : `: ${plain.join(" ")}`;
}
