import { growErrorKeys } from "../../index/grow-error-keys.ts";
import type { ModelPorts, WriteStage } from "../../ports/model-stages.ts";
import type { NearSkill } from "../../ports/skill-finder.ts";
import type { PatchOperation, SkillPatch } from "../../types/patch.ts";
import type { WrittenSkill } from "../../types/written-skill.ts";
import { askModel } from "../run-ask-model.ts";
import { errorKeysOf } from "../synthesize/error-keys.ts";
import { claimsOf, lessonsOf } from "../synthesize/support-facts.ts";
import { runValuesIn, toldTexts } from "../synthesize/told-values.ts";
import { tellsToFetchAndExecute, writtenHolds } from "../synthesize/written-holds.ts";
import { applyPatch } from "./apply-patch.ts";
import { patchAnswerSchema, patchOf } from "./patch-answer.ts";
import { patchPrompt } from "./patch-prompt.ts";

type WriteInput = Parameters<WriteStage>[1];

/**
 * Asks a model once which lines of a skill the runs speak for changing. Operations that may not be are left out; where
 * none is left there is no patch. A patch that only takes lines out rests on their outcomes and says nothing of what the runs
 * showed: it uses up none of their claims, which go on waiting, and is found by no more errors than before. Rejects with
 * what the model rejects with.
 */
export async function proposePatch(
  ports: ModelPorts,
  input: WriteInput,
  { head, served }: NearSkill,
): Promise<WrittenSkill | { readonly action: "none"; readonly reason: string }> {
  const { support, rerun } = input;
  const claims = claimsOf(support);
  const ids = new Set(served.content.bullets.map(({ id }) => id));
  const counts = input.counts.filter(({ bulletId }) => ids.has(bulletId));
  const traceId = rerun.traceId ?? support[0]?.traceId;
  const answer = await askModel(ports, {
    role: "patch",
    ...patchPrompt({ target: served, claims, counts }),
    schema: patchAnswerSchema,
    subject: { scope: head.scope, ...(traceId !== undefined && { traceId }), skill: head.name },
  });
  const proposed = patchOf(answer, { skillId: head.id, base: served.version });
  const { content, applied, refused } = applyPatch(served.content, proposed, counts);
  if (applied.length === 0) return { action: "none", reason: whyNone(head.name, refused) };
  const lines = textsOf(applied);
  if (tellsToFetchAndExecute(lines)) {
    return { action: "none", reason: `a change of ${head.name} fetches something and runs it` };
  }
  const told = toldTexts(claims);
  const holds = writtenHolds(
    lines,
    lines.some((line) => runValuesIn(line, told).length > 0),
  );
  const saysMore = lines.length > 0;
  const keys = saysMore ? growErrorKeys(content.keys, errorKeysOf(claims)) : content.keys;
  const patch: SkillPatch = { ...proposed, operations: applied };
  return {
    action: "patch",
    patch,
    lessons: lessonsOf(support, { key: head.lessonKey, content: { ...content, keys }, holds }),
    rerun,
    claimIds: saysMore ? support.map(({ id }) => id) : [],
  };
}

function textsOf(operations: readonly PatchOperation[]): readonly string[] {
  return operations.flatMap((op) => (op.op === "PRUNE" ? [] : [op.text]));
}

function whyNone(name: string, refused: readonly { readonly why: string }[]): string {
  const reasons = [...new Set(refused.map(({ why }) => why))];
  return reasons.length === 0
    ? `nothing of ${name} is to be changed`
    : `no change of ${name} may be made: ${reasons.join(", ")}`;
}
