import { gateSkill } from "../../gate/gate-skill.ts";
import { judgeSecurity } from "../../gate/run-security.ts";
import { corroborate } from "../../learn/corroborate/run-corroborate.ts";
import { proposeFallback } from "../../learn/fallback/propose-fallback.ts";
import { applyPatch } from "../../learn/patch/apply-patch.ts";
import { principleRound } from "../../learn/principles/principle-sources.ts";
import { proposePrinciples } from "../../learn/principles/run-principles.ts";
import { abstractSteps } from "../../learn/procedure/abstract-steps.ts";
import { proposeProcedure } from "../../learn/procedure/propose-procedure.ts";
import { reflect } from "../../learn/reflect/run-reflect.ts";
import { whyReflect } from "../../learn/reflect/should-reflect.ts";
import { writeSkill } from "../../learn/synthesize/run-write.ts";
import { lessonKeyOf } from "../../learn/synthesize/support-facts.ts";
import { bulletOutcomes } from "../../library/bullet-outcomes.ts";
import { publishPatch } from "../../library/run-patch.ts";
import type { ModelStages } from "./model-learning.ts";
import { review } from "./review.ts";

/** The model side as a loop has it. Loaded when a model is set, and not before. */
export const wiredStages: ModelStages = {
  lineOutcomes: bulletOutcomes,
  whyReflect,
  reflect,
  proposeProcedure,
  corroborate,
  lessonKeyOf,
  abstractSteps,
  write: writeSkill,
  review,
  judgeSecurity,
  publishPatch: (tools, input) => publishPatch(tools, { ...input, applyPatch, gate: gateSkill }),
  proposeFallback,
  principleRound,
  proposePrinciples,
  applyPatch,
};
