import type { SkillRow } from "../ports/store.ts";
import type { Evidence } from "../types/evidence.ts";
import type { SkillStatus, SkillVersion } from "../types/skill.ts";
import { evidenceId } from "./evidence-id.ts";
import { settleSkills } from "./run-settle.ts";
import { type LibraryTools, projectFilter } from "./run-tools.ts";
import { decideStatus } from "./trust.ts";

export interface RerunRecord extends LibraryTools {
  /** The version that was in the prompt. */
  readonly version: SkillVersion;
  readonly passed: boolean;
  /** Whether the learned mistake happened although the skill was in the prompt: such a run has failed. */
  readonly mistakeRepeated: boolean;
  /** Without a named check nothing was tested: such a run has failed. */
  readonly check?: string | undefined;
  readonly lift?: -1 | 0 | 1 | undefined;
  /** Distinct a run, so that another attempt is other evidence. */
  readonly runId: string;
  readonly traceId: string;
  readonly detail?: string | undefined;
  readonly now: number;
}

export interface RerunOutcome {
  /** Of the version that was run, by all its evidence. */
  readonly status: SkillStatus;
  readonly reasons: readonly string[];
  /** Absent when the skill was removed meanwhile. */
  readonly row?: SkillRow;
}

/** Records a re-run as evidence for its version, and lets the skill's head follow. It never makes a skill. */
export async function recordRerun(record: RerunRecord): Promise<RerunOutcome> {
  const { store, version, passed, mistakeRepeated, check, lift, runId, traceId, detail, now } = record;
  const { skillId } = version;
  const filter = projectFilter(version.scope);
  const [there] = await store.findHeads(filter, { ids: [skillId] });
  if (there === undefined) return { status: "retired", reasons: ["the skill was removed"] };
  const row: Evidence = {
    id: evidenceId({ skillId, version: version.version, kind: "rerun", scope: version.scope, runId }),
    scope: version.scope,
    skillId,
    version: version.version,
    kind: "rerun",
    passed: passed && !mistakeRepeated && check !== undefined,
    ...(check !== undefined && { check }),
    runId,
    traceId,
    mistakeRepeated,
    ...(lift !== undefined && { lift }),
    ...(detail !== undefined && { detail }),
    at: now,
  };
  await store.addEvidence([row]);
  const [settled] = await settleSkills(record, { filter, ids: [skillId], now });
  const evidence = await store.listEvidence(filter, { skillIds: [skillId] });
  const decision =
    settled !== undefined && settled.head.version === version.version
      ? { status: settled.head.status, reasons: settled.head.reasons }
      : decideStatus({ version, evidence, now });
  return { ...decision, ...(settled !== undefined && { row: settled }) };
}
