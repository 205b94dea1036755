import type { Evidence } from "../types/evidence.ts";
import type { HoldReason } from "../types/lesson-kind.ts";
import type { Environment } from "../types/scope.ts";
import type { SkillContent, SkillVersion } from "../types/skill.ts";
import { evidenceId } from "./evidence-id.ts";
import type { PublishEntry } from "./publish-types.ts";
import { contentHash, isSameVersion } from "./skill-version.ts";
import { TRANSIENT_TTL_MS } from "./trust-numbers.ts";

export interface VersionRequest {
  readonly skillId: string;
  readonly scope: SkillVersion["scope"];
  readonly content: SkillContent;
  readonly holds: readonly HoldReason[];
  readonly entry: PublishEntry;
  /** The version this one generalises. */
  readonly parent?: SkillVersion | undefined;
  /** Versions known to be stored under this skill's id. */
  readonly stored: readonly SkillVersion[];
  readonly latest: number;
  readonly now: number;
}

/**
 * The version a lesson becomes. One that a batch wrote before it died is taken up again under its number; a
 * number that holds something else is passed over, since versions are immutable.
 */
export function draftVersion(request: VersionRequest): SkillVersion {
  const { skillId, scope, content, holds, entry, parent, stored, latest, now } = request;
  const { lesson } = entry;
  const verified = lesson.verified || parent?.verified === true;
  const expiresAt = lesson.transient ? now + TRANSIENT_TTL_MS : undefined;
  const spec = entry.rerun ?? {
    task: lesson.task,
    environment: lesson.environment,
    context: {},
    traceId: lesson.traceId,
  };
  // A task whose check is known can be run again; one without is kept only while there is nothing better.
  const rerun = parent?.rerun?.check !== undefined ? parent.rerun : spec;
  const draft: SkillVersion = {
    skillId,
    scope,
    version: latest + 1,
    content,
    hash: contentHash(content),
    origin: { kind: "learned", ...(parent !== undefined && { parent: parent.version }) },
    environment: sharedFacts(parent?.environment, lesson.environment),
    holds,
    verified,
    ...(expiresAt !== undefined && { expiresAt }),
    rerun,
    createdAt: now,
  };
  const beyond = stored.filter(({ version }) => version > latest);
  const same = beyond.find((version) => isSameVersion(version, draft));
  if (same !== undefined) return same;
  return { ...draft, version: Math.max(latest, ...beyond.map(({ version }) => version)) + 1 };
}

/** Facts under which every run was made: what differed between two runs is no condition of the lesson. */
function sharedFacts(known: Environment | undefined, fresh: Environment): Environment {
  if (known === undefined) return fresh;
  return Object.fromEntries(Object.entries(known).filter(([name, value]) => fresh[name] === value));
}

/** Why a lesson's own holds and what the gate found keep it from going on. */
export function holdsOf({ lesson, verdict }: PublishEntry): readonly HoldReason[] {
  const known: ReadonlySet<string> = new Set(lesson.holds);
  const found = verdict.decision === "hold" && verdict.reasons.some(({ code }) => !known.has(code));
  return found || (verdict.decision === "hold" && known.size === 0)
    ? [...new Set<HoldReason>([...lesson.holds, "scan"])]
    : lesson.holds;
}

export function bothHolds(a: readonly HoldReason[], b: readonly HoldReason[]): readonly HoldReason[] {
  return [...new Set([...a, ...b])];
}

/** The run that a lesson was learned from, as evidence. Its id makes a repeated write one row. */
export function originRow(entry: PublishEntry, target: SkillVersion, now: number): Evidence {
  const { lesson } = entry;
  const runId = runIdOf(entry);
  const check = entry.rerun?.check;
  const subject = { skillId: target.skillId, version: target.version };
  return {
    id: evidenceId({ ...subject, kind: "origin", scope: lesson.scope, runId }),
    scope: lesson.scope,
    ...subject,
    kind: "origin",
    passed: lesson.verified,
    ...(check !== undefined && { check }),
    runId,
    traceId: lesson.traceId,
    mistakeRepeated: false,
    at: now,
  };
}

/** The run as its host names it in its scope, or its trace: twenty copies of one run are one. */
export function runIdOf({ lesson }: PublishEntry): string {
  return lesson.runId ?? lesson.traceId;
}
