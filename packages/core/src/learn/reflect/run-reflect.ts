import type { ReflectStage } from "../../ports/model-stages.ts";
import { traceOutcome } from "../../text/trace-outcome.ts";
import type { Claim, DroppedClaim } from "../../types/claim.ts";
import type { SkillVersion } from "../../types/skill.ts";
import type { Trace } from "../../types/trace.ts";
import { askModel } from "../run-ask-model.ts";
import { checkClaim, isClaim } from "./check-claim.ts";
import { checkOutcome, needsOutcome } from "./check-outcome.ts";
import { reflectAnswerSchema } from "./reflect-answer.ts";
import { reflectPrompt } from "./reflect-prompt.ts";

const mostClaims = 2;

function outcomeText(trace: Trace): string {
  const { outcome, source } = traceOutcome(trace.signals);
  if (source === "none")
    return trace.end === "failed" ? "nothing says it; it ended with an exception" : "nothing says it";
  return `${outcome}, by ${source === "self" ? "the agent's own word" : source}`;
}

/** Only its own skill is to be shown to whoever looks at a re-run. */
function credible(trace: Trace, shown: readonly SkillVersion[]): readonly SkillVersion[] {
  const { rerunOf } = trace;
  if (rerunOf === undefined) return shown;
  return shown.filter(({ skillId, version }) => skillId === rerunOf.skillId && version === rerunOf.version);
}

/**
 * Asks a model once what went wrong in a run, and keeps of its answer what the run bears out: at most two claims, and a
 * judgement of the outcome only where nobody better gives one. Rejects with `MODEL_ANSWER_INVALID` when the answer is no
 * use, and with what the model rejects with.
 */
export const reflect: ReflectStage = async (ports, { trace, untaught, shown }) => {
  const asksOutcome = needsOutcome(trace);
  const versions = credible(trace, shown);
  const { system, prompt } = reflectPrompt({
    trace,
    untaught,
    shown: versions,
    asksOutcome,
    outcome: outcomeText(trace),
  });
  const answer = await askModel(ports, {
    role: "reflect",
    system,
    prompt,
    schema: reflectAnswerSchema,
    subject: { scope: trace.scope, traceId: trace.id },
  });
  const claims: Claim[] = [];
  const dropped: DroppedClaim[] = [];
  for (const lesson of answer.lessons) {
    if (claims.length === mostClaims) {
      dropped.push({ rule: "too-many", detail: `A run gives at most ${mostClaims} lessons.` });
      continue;
    }
    const checked = checkClaim(lesson, { trace, shown: versions, index: claims.length });
    if (isClaim(checked)) claims.push(checked);
    else dropped.push(checked);
  }
  return {
    ...(asksOutcome && answer.outcome !== null && { outcome: checkOutcome(answer.outcome, trace) }),
    claims,
    dropped,
  };
};
