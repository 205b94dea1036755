import type { z } from "zod";
import { SkillLoopError } from "../../errors.ts";
import type { ModelPorts } from "../../ports/model-stages.ts";
import { scopeKey } from "../../text/scope-key.ts";
import type { StoredClaim } from "../../types/claim.ts";
import type { Scope } from "../../types/scope.ts";
import type { SkillContent, SkillVersion } from "../../types/skill.ts";
import type { WrittenSkill } from "../../types/written-skill.ts";
import { askModel } from "../run-ask-model.ts";
import { checkPrinciple } from "./check-principle.ts";
import { composePrinciple, principlePrefix } from "./compose-principle.ts";
import { canCarryPrinciple, principleSources, shownSources } from "./principle-sources.ts";
import { principlesAnswer } from "./principles-answer.ts";
import { principlesPrompt } from "./principles-prompt.ts";

/** In one scope, whatever a model finds. */
const mostPrinciples = 10;

export interface PrinciplesInput {
  readonly scope: Scope;
  /** The trace whose claims made it due, for the ledger. */
  readonly traceId: string;
  /** Claims of the scope that are in skills. Those of skills that were demoted are to be left out. */
  readonly used: readonly StoredClaim[];
  /** The scope's skills that are not retired, each as it is served. */
  readonly existing: readonly SkillVersion[];
}

/**
 * What the lessons of a scope have in common, as skills to be gated and published like any other; nothing that stands in
 * every prompt. At most one call; none where the scope has ten principles, or too few claims for one. An answer that is no use
 * proposes nothing; rejects when the model cannot be reached.
 */
export async function proposePrinciples(
  ports: Pick<ModelPorts, "model" | "signal">,
  { scope, traceId, used, existing }: PrinciplesInput,
): Promise<readonly WrittenSkill[]> {
  const key = scopeKey(scope);
  const own = existing.filter((version) => scopeKey(version.scope) === key);
  const skills = own.map(({ content }) => content);
  const principles = skills.filter(({ name }) => name.startsWith(principlePrefix));
  // What a person has yet to let pass carries no rule for other tasks.
  const unheld = new Set(own.filter(({ holds }) => holds.length === 0).map(({ skillId }) => skillId));
  const sources = shownSources(principleSources(used, scope).filter(({ skillId }) => unheld.has(skillId)));
  const room = mostPrinciples - principles.length;
  if (room <= 0 || !canCarryPrinciple(sources)) return [];
  const shown = new Map(sources.map((source, index) => [`c${index + 1}`, source]));
  const { principles: answers } = await askModel(ports, {
    role: "principles",
    ...principlesPrompt({ shown, existing: principles }),
    schema: principlesAnswer,
    subject: { scope, traceId },
  }).catch(nothingOfInvalid);
  const taken: SkillContent[] = [];
  return answers
    .flatMap((answer) => {
      const checked = checkPrinciple(answer, { shown, existing: [...skills, ...taken] });
      const written = checked.ok ? composePrinciple(answer, { cited: checked.cited, scope }) : undefined;
      const content = written?.lessons[0]?.content;
      if (written === undefined || content === undefined) return [];
      if ([...skills, ...taken].some(({ name }) => name === content.name)) return [];
      taken.push(content);
      return [written];
    })
    .slice(0, room);
}

function nothingOfInvalid(error: unknown): z.infer<typeof principlesAnswer> {
  if (SkillLoopError.isInstance(error) && error.code === "MODEL_ANSWER_INVALID") return { principles: [] };
  throw error;
}
