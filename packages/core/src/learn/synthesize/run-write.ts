import type { WriteStage } from "../../ports/model-stages.ts";
import { proposePatch } from "../patch/run-propose-patch.ts";
import { createProcedure } from "../procedure/run-create-procedure.ts";
import { chooseTarget } from "./choose-target.ts";
import { createSkill } from "./run-create.ts";
import { claimsOf } from "./support-facts.ts";
import { supportFor } from "./support-skill.ts";

/**
 * Turns what distinct runs agree on into a skill, a patch of one, or evidence for one that says so already. What is there comes
 * first: a skill is not written a second time. Rejects with `MODEL_ANSWER_INVALID` when what a model wrote is no use,
 * and with what the model rejects with.
 */
export const writeSkill: WriteStage = async (ports, input) => {
  const { target, saysIt } = chooseTarget(input.support, input.near);
  if (target !== undefined && saysIt) return supportFor(input, target);
  if (claimsOf(input.support).length === 0) return createProcedure(ports, input);
  return target === undefined ? createSkill(ports, input) : proposePatch(ports, input, target);
};
