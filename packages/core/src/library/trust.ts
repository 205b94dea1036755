import type { Evidence } from "../types/evidence.ts";
import type { SkillStatus, SkillVersion } from "../types/skill.ts";
import { type LedgerSummary, summariseLedger } from "./ledger.ts";
import { RUNS_FOR_TRANSIENT, UNUSED_MS, USES_FOR_ACTIVE, USES_FOR_TRUSTED } from "./trust-numbers.ts";

export interface TrustInput {
  readonly version: SkillVersion;
  /** Rows of the skill; those of other versions are left out as the rule says. */
  readonly evidence: readonly Evidence[];
  /** When the skill was last used, milliseconds since the epoch. */
  readonly lastUsedAt?: number | undefined;
  readonly now: number;
  /** The words with which a person retired the skill. */
  readonly retired?: string | undefined;
  /** The version that took this one's place. */
  readonly replacedBy?: number | undefined;
}

const TRANSIENT = "transient: ";

/** Whether a head's reasons are those of a transient lesson: told without reading the version. */
export function isMarkedTransient(reasons: readonly string[]): boolean {
  return reasons.some((reason) => reason.startsWith(TRANSIENT));
}

export interface TrustDecision {
  readonly status: SkillStatus;
  readonly reasons: readonly string[];
}

/**
 * The status of a version by its evidence alone. Independent evidence is a re-run or a use with a test's
 * outcome, each run counted once: a judge's or the agent's own opinion never moves a status, and neither
 * does the run that a repair was learned from.
 */
export function decideStatus(input: TrustInput): TrustDecision {
  const { version, now } = input;
  if (input.retired !== undefined) return { status: "retired", reasons: [input.retired] };
  if (input.replacedBy !== undefined) {
    return { status: "retired", reasons: [`replaced by version ${input.replacedBy}`] };
  }
  const summary = summariseLedger(version, input.evidence);
  const ended = endOfTransient(version, summary, now);
  if (ended !== undefined) return { status: "retired", reasons: [ended] };
  const lastAt = Math.max(summary.lastAt, input.lastUsedAt ?? 0);
  if (now - lastAt > UNUSED_MS) return { status: "retired", reasons: ["unused for 60 days"] };
  const blocked = reasonsToBlock(version, summary);
  const decided: TrustDecision =
    blocked.length > 0 ? { status: "quarantined", reasons: blocked } : earnedStatus(version, summary);
  if (!isTransient(version) || isMarkedTransient(decided.reasons)) return decided;
  return {
    ...decided,
    reasons: [...decided.reasons, `${TRANSIENT}ends with one run that goes well without it`],
  };
}

function earnedStatus(version: SkillVersion, { passedReruns, verifiedUses }: LedgerSummary): TrustDecision {
  if (verifiedUses >= USES_FOR_TRUSTED) {
    return { status: "trusted", reasons: [`${verifiedUses} independent verified uses`] };
  }
  const reasons = [
    ...(passedReruns > 0 ? ["a re-run passed"] : []),
    ...(verifiedUses >= USES_FOR_ACTIVE ? [`${verifiedUses} independent verified uses`] : []),
  ];
  if (reasons.length > 0) return { status: "active", reasons };
  if (version.rerun !== undefined) {
    return { status: "candidate", reasons: ["waits for a passed re-run or 3 independent verified uses"] };
  }
  const waits = "has no task to re-run: waits for 3 independent verified uses, or to be approved with a task";
  return { status: "candidate", reasons: [waits] };
}

function reasonsToBlock(version: SkillVersion, summary: LedgerSummary): readonly string[] {
  const waits =
    isTransient(version) && !isApproved(version) && summary.originRuns < RUNS_FOR_TRANSIENT
      ? [`${TRANSIENT}waits for a second run`]
      : [];
  const demoted = summary.demoted === undefined ? [] : [summary.demoted];
  return [...version.holds.map((hold) => `held: ${hold}`), ...waits, ...demoted];
}

/** A transient lesson ends when one run goes well without it, or when nothing confirmed it for too long. */
function endOfTransient(version: SkillVersion, summary: LedgerSummary, now: number): string | undefined {
  if (version.expiresAt === undefined) return undefined;
  if (summary.disproved && !isApproved(version)) return `${TRANSIENT}the same call went well without it`;
  const lifetime = version.expiresAt - version.createdAt;
  return now >= summary.lastAt + lifetime ? `${TRANSIENT}not seen again before it expired` : undefined;
}

function isTransient(version: SkillVersion): boolean {
  return version.expiresAt !== undefined;
}

/** A learned version carries a name only when a person approved it. */
export function isApproved(version: SkillVersion): boolean {
  return version.origin.by !== undefined && version.holds.length === 0;
}
