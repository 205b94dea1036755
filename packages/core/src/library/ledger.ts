import type { Evidence } from "../types/evidence.ts";
import type { Scope } from "../types/scope.ts";
import type { SkillVersion } from "../types/skill.ts";
import { runKey } from "./evidence-id.ts";
import { LEAST_POSTERIOR_MEAN, OUTCOMES_TO_DEMOTE, USES_PER_PRINCIPAL } from "./trust-numbers.ts";

/** What the evidence for one version says, each run counted once. */
export interface LedgerSummary {
  /** Distinct runs the lesson was learned from. */
  readonly originRuns: number;
  readonly passedReruns: number;
  /** Verified uses in distinct runs, capped a principal. A procedure's origins are its first ones. */
  readonly verifiedUses: number;
  /** Why it was demoted, at the first moment at which it was. Later passes do not undo it. */
  readonly demoted?: string;
  /** A run in which the failed call simply succeeded, without the skill. */
  readonly disproved: boolean;
  readonly lastAt: number;
}

/** Whether a row is the mark of a run that went well without a transient skill. */
export function isDisproof(row: Evidence): boolean {
  return row.kind === "use" && row.attributedBy === undefined && row.lift === 0;
}

/**
 * Sums up the rows that bear on `version`. Its own rows count, and those of the skill's origins: the lesson
 * was learned from these runs, whichever version was then the last. They do not count for a version that a
 * person put back or brought in.
 */
export function summariseLedger(version: SkillVersion, evidence: readonly Evidence[]): LedgerSummary {
  const rows = [...evidence]
    .filter((row) => row.version === version.version || (isOriginOf(version, row) && row.kind === "origin"))
    .sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
  const origins = rows.filter((row) => row.kind === "origin");
  const uses = distinctRuns(rows.filter((row) => isVerifiedUse(version, row)));
  const demoted = firstDemotion(version, rows);
  return {
    originRuns: distinctRuns(origins).length,
    passedReruns: distinctRuns(rows.filter((row) => row.kind === "rerun" && succeeded(row))).length,
    verifiedUses: uses.filter(principalCap(version)).length,
    ...(demoted !== undefined && { demoted }),
    disproved: evidence.some(isDisproof),
    lastAt: Math.max(version.createdAt, ...rows.filter((row) => !isDisproof(row)).map((row) => row.at)),
  };
}

function isOriginOf(version: SkillVersion, row: Evidence): boolean {
  return version.origin.kind === "learned" && row.kind === "origin";
}

function succeeded(row: Evidence): boolean {
  return row.passed && !row.mistakeRepeated;
}

function isVerifiedUse(version: SkillVersion, row: Evidence): boolean {
  if (!succeeded(row)) return false;
  if (row.kind === "use") return row.attributedBy !== undefined;
  return row.kind === "origin" && version.content.kind === "procedure";
}

function distinctRuns(rows: readonly Evidence[]): readonly Evidence[] {
  return [...new Map(rows.map((row) => [runKey(row), row])).values()];
}

/**
 * Whose run it was: the user's where there is one, else the agent's, else that of the run's scope. A user
 * who works with two agents is one principal.
 */
function principalOf({ agent, user }: Scope): string {
  if (user !== undefined) return `user ${user}`;
  return agent === undefined ? "project" : `agent ${agent}`;
}

/** Lets so many rows of one principal through, in order. Those of the skill's own principal are not counted. */
function principalCap(version: SkillVersion): (row: Evidence) => boolean {
  const own = principalOf(version.scope);
  const counts = new Map<string, number>();
  return ({ scope }) => {
    const principal = principalOf(scope);
    const count = (counts.get(principal) ?? 0) + 1;
    counts.set(principal, count);
    return principal === own || count <= USES_PER_PRINCIPAL;
  };
}

/** Walks the rows in the order of time, since what a version had on record when it failed decides. */
function firstDemotion(version: SkillVersion, rows: readonly Evidence[]): string | undefined {
  let passes = 0;
  let failures = 0;
  const onRecord = new Set<string>();
  const judged = new Set<string>();
  // One user who fails with it again and again moves a skill of many no more than one who succeeds.
  const mayCount = { pass: principalCap(version), failure: principalCap(version) };
  for (const row of rows) {
    if (succeeded(row) && (row.kind === "rerun" || isVerifiedUse(version, row))) onRecord.add(runKey(row));
    if (row.kind !== "rerun" && !(row.kind === "use" && row.attributedBy !== undefined)) continue;
    const run = `${row.kind} ${runKey(row)}`;
    if (judged.has(run)) continue;
    judged.add(run);
    if (!mayCount[succeeded(row) ? "pass" : "failure"](row)) continue;
    if (succeeded(row)) passes += 1;
    else failures += 1;
    if (row.kind === "rerun" && !succeeded(row) && onRecord.size === 0) {
      return row.mistakeRepeated ? "its first re-run repeated the mistake" : "its first re-run failed";
    }
    const outcomes = passes + failures;
    const mean = (passes + 1) / (outcomes + 2);
    if (outcomes >= OUTCOMES_TO_DEMOTE && mean < LEAST_POSTERIOR_MEAN) {
      return `${failures} of ${outcomes} outcomes failed`;
    }
  }
  return undefined;
}
