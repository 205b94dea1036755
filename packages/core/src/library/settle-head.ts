import type { Evidence } from "../types/evidence.ts";
import type { SkillHead, SkillVersion } from "../types/skill.ts";
import { type CalleeState, withCalleeReasons } from "./callee-reasons.ts";
import { personalRetirement } from "./head-reasons.ts";
import { decideStatus } from "./trust.ts";

export interface SettleInput {
  readonly head: SkillHead;
  readonly served: SkillVersion;
  /** The version that `head.trial` names, when there is one. */
  readonly trial?: SkillVersion | undefined;
  readonly evidence: readonly Evidence[];
  readonly lastUsedAt?: number | undefined;
  /** What the skills that it builds on are now. Default: it builds on none. */
  readonly callees?: readonly CalleeState[] | undefined;
  readonly now: number;
}

export interface Settled {
  readonly head: SkillHead;
  readonly served: SkillVersion;
  /** False when everything stays as it is and nothing need be written. */
  readonly changed: boolean;
}

/**
 * Brings a head in line with its evidence. The served version goes on being served while a newer one is on
 * trial; a trial that earns `active` takes its place, one that fails is dropped. A served version that is
 * itself demoted gives way to the trial at once. Skills that it builds on bear on its reasons alone. `rev` is left as it
 * was.
 */
export function settleHead(input: SettleInput): Settled {
  const settled = settleByEvidence(input);
  const { head } = settled;
  // A retired skill keeps the words with which it was retired.
  if (head.status === "retired") return settled;
  const reasons = withCalleeReasons(head.reasons, input.callees ?? []);
  const isSame =
    reasons.length === head.reasons.length && reasons.every((one, at) => one === head.reasons[at]);
  return isSame ? settled : { ...settled, head: { ...head, reasons, updatedAt: input.now }, changed: true };
}

function settleByEvidence({ head, served, trial, evidence, lastUsedAt, now }: SettleInput): Settled {
  const retired = personalRetirement(head);
  const current = decideStatus({ version: served, evidence, lastUsedAt, now, retired });
  const { trial: _before, ...rest } = head;
  const keep = (dropped: readonly string[]): Settled => {
    const reasons = [...current.reasons, ...dropped];
    const changed = head.status !== current.status || head.trial !== undefined;
    return changed
      ? { head: { ...rest, status: current.status, reasons, updatedAt: now }, served, changed }
      : { head, served, changed };
  };
  if (head.trial === undefined || retired !== undefined) return keep([]);
  if (trial === undefined) return keep([`version ${head.trial.version} was never written`]);
  const next = decideStatus({ version: trial, evidence, lastUsedAt, now });
  const earned = next.status === "active" || next.status === "trusted";
  const servedFails = current.status === "quarantined" || current.status === "retired";
  if (earned || (servedFails && next.status === "candidate")) {
    const reasons = [...next.reasons, `replaced version ${head.version}`];
    const promoted = { ...rest, version: trial.version, status: next.status, reasons, updatedAt: now };
    return { head: promoted, served: trial, changed: true };
  }
  if (next.status !== "candidate") {
    return keep([`version ${trial.version} failed its trial: ${next.reasons.join(", ")}`]);
  }
  if (head.status === current.status) return { head, served, changed: false };
  const reasons = [...current.reasons, `version ${trial.version} is on trial`];
  return { head: { ...head, status: current.status, reasons, updatedAt: now }, served, changed: true };
}
