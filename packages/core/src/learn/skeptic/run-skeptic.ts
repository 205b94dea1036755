import { SkillLoopError } from "../../errors.ts";
import type { SkepticStage } from "../../ports/model-stages.ts";
import { askModel } from "../run-ask-model.ts";
import { afterVerdict, heldBySkeptic, leastDoubted, verdictOf } from "./apply-verdicts.ts";
import { type SkepticAnswer, skepticAnswerSchema } from "./skeptic-answer.ts";
import { skepticPrompt } from "./skeptic-prompt.ts";

/** A model that answered, with nothing that can be used. Whatever else went wrong says nothing of the claims. */
function isUseless(error: unknown): boolean {
  if (SkillLoopError.isInstance(error)) return error.code === "MODEL_ANSWER_INVALID";
  return error instanceof Error && error.name === "ZodError";
}

/**
 * Lets a second look doubt every claim of a run, in one call: what it does not bear out with words of the run becomes less
 * sure. When its answer is no use every claim that was asked about is held, since nobody doubted it. Rejects with what
 * the model rejects with otherwise: the run is then looked at again.
 */
export const doubt: SkepticStage = async (ports, { trace, claims }) => {
  const doubted = claims.filter(({ confidence }) => confidence >= leastDoubted);
  if (doubted.length === 0) return claims;
  const { system, prompt } = skepticPrompt({ trace, claims: doubted });
  let answer: SkepticAnswer;
  try {
    answer = await askModel(ports, {
      role: "skeptic",
      system,
      prompt,
      schema: skepticAnswerSchema,
      subject: { scope: trace.scope, traceId: trace.id },
    });
  } catch (error) {
    if (!isUseless(error)) throw error;
    return claims.map((claim) => (doubted.includes(claim) ? heldBySkeptic(claim) : claim));
  }
  return claims.map((claim) =>
    doubted.includes(claim) ? afterVerdict(claim, verdictOf(claim, answer.verdicts, trace)) : claim,
  );
};
