import { scanSkill } from "../guard/scan.ts";
import type { HoldReason } from "../types/lesson-kind.ts";
import type { SkillContent } from "../types/skill.ts";
import type { Reason, Verdict } from "../types/verdict.ts";
import { checkShape } from "./check-shape.ts";

export interface GateInput {
  readonly content: SkillContent;
  /** What the learner found that a person must decide. */
  readonly holds: readonly HoldReason[];
  /** Whether the run it was learned from passed an independent check. */
  readonly verified: boolean;
}

const holdDetails: Readonly<Record<HoldReason, string>> = {
  "weakens-guard": "it switches off a check or forces its way past one",
  "production-target": "it works on what looks like a production target",
  "instruction-from-output": "its words first appeared in a tool's output, not in the task",
  scan: "the content scan found something that a person must judge",
  "unbound-value": "a value in it came from that one run and stands for nothing general",
  imported: "it was written elsewhere",
  environment: "it holds only in an environment that is not this one",
  skeptic: "what it says of the run was not confirmed",
  judge: "a judge of its text did not pass it, or gave no usable answer",
  security: "a security judge did not clear its text, or gave no usable answer",
};

/**
 * Whether a skill may enter the library: its shape, then what it says, then what the learner held back. A
 * text without shape or with hostile content is rejected; a hold waits for a person. An allowed skill is no
 * more than a candidate: only evidence makes it active.
 */
export function gateSkill({ content, holds, verified }: GateInput): Verdict {
  const shape = checkShape(content);
  if (shape.length > 0) return { decision: "reject", reasons: shape };
  const scan = scanSkill(content);
  if (scan.decision === "reject") return scan;
  const held: readonly Reason[] = holds.map((hold) => ({ code: hold, detail: holdDetails[hold] }));
  if (held.length > 0 || scan.decision === "hold") {
    return { decision: "hold", reasons: [...scan.reasons, ...held] };
  }
  const unverified: Reason = { code: "unverified", detail: "its run had no independent check" };
  return { decision: "allow", reasons: verified ? [] : [unverified] };
}
