import { SkillLoopError } from "../../errors.ts";
import type { ModelPorts, WriteStage } from "../../ports/model-stages.ts";
import type { SkillContent } from "../../types/skill.ts";
import { askModel } from "../run-ask-model.ts";
import { draftsOf } from "../run-draft.ts";
import { pickQueries } from "../synthesize/pick-queries.ts";
import { lessonKeyOf, lessonsOf, proposalsOf } from "../synthesize/support-facts.ts";
import { tellsToFetchAndExecute, writtenHolds } from "../synthesize/written-holds.ts";
import { agreedSteps } from "./agreed-steps.ts";
import { procedureAnswerSchema, type RejectedWording } from "./procedure-answer.ts";
import { procedurePrompt } from "./procedure-prompt.ts";
import { composeProcedure, type ProcedureFacts, valuesLeftInProcedure } from "./word-procedure.ts";

/** By so much a query must find its own skill before any other. */
const QUERY_MARGIN = 0.02;

interface Draft extends RejectedWording {
  readonly content?: SkillContent;
  /** Whether a value that names one thing is left in it. */
  readonly unbound: boolean;
}

/**
 * Asks a model to word a procedure that runs agree on, and once more where a section is missing or a value of a run stands
 * in it; that and the repair of an answer share one budget of two requests. Rejects with `MODEL_ANSWER_INVALID` when
 * sections are still missing, and with what the model rejects with.
 */
export async function createProcedure(
  ports: ModelPorts,
  { support, rerun }: Parameters<WriteStage>[1],
): ReturnType<WriteStage> {
  const proposals = proposalsOf(support);
  const agreed = agreedSteps(proposals);
  if (agreed === undefined) return { action: "none", reason: "no run says what to write" };
  const facts = { key: lessonKeyOf(support), proposals, agreed };
  const { content, unbound } = await draftProcedure(ports, facts);
  const lines = content.bullets.map(({ text }) => text);
  if (tellsToFetchAndExecute(lines))
    return { action: "none", reason: "the draft fetches something and runs it" };
  const scope = support[0]?.scope ?? { project: "" };
  const { keys } = content;
  const ranked = keys.queries.length === 0 ? [] : await ports.finder.rank(scope, content, keys.queries);
  const picked = pickQueries(ranked, { margin: QUERY_MARGIN, negatives: keys.notFor });
  if (picked.queries.length === 0)
    return { action: "none", reason: "no request would find it before other skills" };
  const held = proposals.flatMap(({ holds = [] }) => holds);
  return {
    action: "create",
    lessons: lessonsOf(support, {
      key: facts.key,
      content: { ...content, keys: { ...keys, ...picked } },
      holds: [...new Set([...held, ...writtenHolds(lines, unbound)])],
    }),
    rerun,
    claimIds: support.map(({ id }) => id),
  };
}

async function draftProcedure(
  ports: ModelPorts,
  facts: ProcedureFacts,
): Promise<Draft & { readonly content: SkillContent }> {
  const [founder] = facts.proposals;
  const subject = { scope: founder?.scope ?? { project: "" }, traceId: founder?.traceId ?? "" };
  const ask = async (model: ModelPorts["model"], draft?: Draft): Promise<Draft> => {
    const { proposals, agreed } = facts;
    const answer = await askModel(
      { ...ports, model },
      {
        role: "synthesize",
        ...procedurePrompt({ proposals, agreed, draft }),
        schema: procedureAnswerSchema,
        subject,
      },
    );
    const composed = composeProcedure(answer, facts);
    if ("missing" in composed) return { answer, missing: composed.missing, values: [], unbound: false };
    const { certain, possible } = valuesLeftInProcedure(composed, facts);
    const unbound = certain.length > 0;
    return { answer, content: composed, missing: [], values: [...certain, ...possible], unbound };
  };
  const drafts = await draftsOf(
    ports.model,
    ask,
    ({ missing, values }) => missing.length > 0 || values.length > 0,
  );
  const whole = drafts.flatMap((draft) =>
    draft.content === undefined ? [] : [{ ...draft, content: draft.content }],
  );
  const best =
    whole.find(({ values }) => values.length === 0) ??
    whole.findLast(({ unbound }) => !unbound) ??
    whole.at(-1);
  if (best !== undefined) return best;
  throw new SkillLoopError({
    code: "MODEL_ANSWER_INVALID",
    message: `The model's procedure lacks sections: ${(drafts.at(-1) ?? drafts[0]).missing.join(", ")}.`,
    remedy: "Use a model that fills all sections.",
  });
}
