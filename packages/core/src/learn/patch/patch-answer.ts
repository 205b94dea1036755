import { z } from "zod";
import type { PatchOperation, SkillPatch } from "../../types/patch.ts";
import { writtenLine } from "../written-line.ts";

const text = z.string().max(800);
const bulletId = z.string().max(100);

/** The shape of an answer about one skill. The reason comes first, so that the changes follow from it. */
export const patchAnswerSchema = z.object({
  reason: z.string().max(600),
  operations: z
    .array(
      z.discriminatedUnion("op", [
        z.object({
          op: z.literal("ADD"),
          section: z.enum(["preconditions", "procedure", "verification", "failure-modes", "scope"]),
          text,
        }),
        z.object({ op: z.literal("REVISE"), bulletId, text }),
        z.object({ op: z.literal("PRUNE"), bulletId, reason: text }),
      ]),
    )
    .max(12),
});

export type PatchAnswer = z.infer<typeof patchAnswerSchema>;

/** The answer as a patch of one version, its texts as they are kept. */
export function patchOf(
  { reason, operations }: PatchAnswer,
  { skillId, base }: Pick<SkillPatch, "skillId" | "base">,
): SkillPatch {
  return { skillId, base, operations: operations.map(kept), reason: writtenLine(reason) };
}

function kept(operation: PatchAnswer["operations"][number]): PatchOperation {
  if (operation.op === "PRUNE") return { ...operation, reason: writtenLine(operation.reason) };
  return { ...operation, text: writtenLine(operation.text) };
}
