import { SkillLoopError } from "../../errors.ts";
import type { LanguageModel } from "../../ports/language-model.ts";
import type { ModelPorts, WriteStage } from "../../ports/model-stages.ts";
import { isConcreteCheck } from "../../text/concrete-check.ts";
import type { SkillContent } from "../../types/skill.ts";
import type { WrittenSkill } from "../../types/written-skill.ts";
import { askModel } from "../run-ask-model.ts";
import { draftsOf } from "../run-draft.ts";
import { findTwin } from "./choose-target.ts";
import { composeSkill, type SkillFacts, valuesLeftIn } from "./compose-skill.ts";
import { pickQueries } from "./pick-queries.ts";
import { type SkillAnswer, skillAnswerSchema } from "./skill-answer.ts";
import { type RejectedDraft, skillPrompt } from "./skill-prompt.ts";
import { claimsOf, lessonKeyOf, lessonsOf } from "./support-facts.ts";
import { supportFor } from "./support-skill.ts";
import { tellsToFetchAndExecute, writtenHolds } from "./written-holds.ts";

type WriteInput = Parameters<WriteStage>[1];

/** By so much a query must find its own skill before any other. */
const QUERY_MARGIN = 0.02;

/** A draft as far as it got: without content where it leaves out sections. */
interface Draft extends RejectedDraft {
  readonly content?: SkillContent;
}

/**
 * Asks a model for a new skill, and once more, with the draft and what is wrong with it, where sections are missing, values
 * of a run stand in it or no check in it could fail. Both and the repair of an answer share one budget of two requests. Rejects with
 * `MODEL_ANSWER_INVALID` when sections are still missing, and with what the model rejects with.
 */
export async function createSkill(
  ports: ModelPorts,
  input: WriteInput,
): Promise<WrittenSkill | { readonly action: "none"; readonly reason: string }> {
  const { support, near, rerun } = input;
  const claims = claimsOf(support);
  const facts: SkillFacts = {
    key: lessonKeyOf(support),
    claims,
    example: input.example,
    mistake: input.mistake,
  };
  const { content, values } = await draftSkill(ports, input, facts);
  const lines = content.bullets.map(({ text }) => text);
  if (tellsToFetchAndExecute(lines))
    return { action: "none", reason: "the draft fetches something and runs it" };
  const twin = findTwin(content, support, near);
  if (twin !== undefined) return supportFor(input, twin);
  const keys = await rankedKeys(ports, content, input);
  if (keys.queries.length === 0 && keys.signatures.length === 0)
    return { action: "none", reason: "no request and no error would find it before other skills" };
  return {
    action: "create",
    lessons: lessonsOf(support, {
      key: facts.key,
      content: { ...content, keys },
      holds: writtenHolds(lines, values.length > 0),
    }),
    rerun,
    claimIds: support.map(({ id }) => id),
  };
}

async function draftSkill(
  ports: ModelPorts,
  { support, rerun, example }: WriteInput,
  facts: SkillFacts,
): Promise<Draft & { readonly content: SkillContent }> {
  const traceId = rerun.traceId ?? support[0]?.traceId;
  const scope = support[0]?.scope ?? { project: "" };
  const ask = async (model: LanguageModel, draft?: Draft): Promise<Draft> => {
    const prompt = skillPrompt({ claims: facts.claims, example, ...(draft !== undefined && { draft }) });
    const answer = await askModel(
      { ...ports, model },
      {
        role: "synthesize",
        ...prompt,
        schema: skillAnswerSchema,
        subject: { scope, ...(traceId !== undefined && { traceId }) },
      },
    );
    return draftOf(answer, facts);
  };
  const drafts = await draftsOf(ports.model, ask, isFlawed);
  const whole = drafts.flatMap((draft) =>
    draft.content === undefined ? [] : [{ ...draft, content: draft.content }],
  );
  const best =
    whole.find((draft) => !isFlawed(draft)) ??
    whole.find(({ values }) => values.length === 0) ??
    whole.at(-1);
  if (best !== undefined) return best;
  throw new SkillLoopError({
    code: "MODEL_ANSWER_INVALID",
    message: `The model's skill lacks sections: ${(drafts.at(-1) ?? drafts[0]).missing.join(", ")}.`,
    remedy: "Use a model that fills all five sections.",
  });
}

function draftOf(answer: SkillAnswer, facts: SkillFacts): Draft {
  const composed = composeSkill(answer, facts);
  if ("missing" in composed) return { answer, missing: composed.missing, values: [], isVague: false };
  const isVague = !composed.bullets.some(
    ({ section, text }) => section === "verification" && isConcreteCheck(text),
  );
  return { answer, content: composed, missing: [], values: valuesLeftIn(composed, facts.claims), isVague };
}

function isFlawed({ missing, values, isVague }: Draft): boolean {
  return missing.length > 0 || values.length > 0 || isVague;
}

/** The queries that find the skill, once all that were written are ranked among what is there. */
async function rankedKeys(
  { finder }: ModelPorts,
  content: SkillContent,
  { support }: WriteInput,
): Promise<SkillContent["keys"]> {
  const { keys } = content;
  const scope = support[0]?.scope ?? { project: "" };
  const ranked = keys.queries.length === 0 ? [] : await finder.rank(scope, content, keys.queries);
  const picked = pickQueries(ranked, { margin: QUERY_MARGIN, negatives: keys.notFor });
  // Without a request that finds it, it is there for its error alone.
  const appliesWhen = picked.queries.length === 0 ? [] : keys.appliesWhen;
  return { ...keys, ...picked, appliesWhen };
}
