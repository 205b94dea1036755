import { canonicalJson } from "../text/canonical-json.ts";
import { skillIdOf } from "../text/scope-key.ts";
import type { HoldReason } from "../types/lesson-kind.ts";
import type { SkillContent, SkillHead, SkillKeys, SkillStatus, SkillVersion } from "../types/skill.ts";
import type { Verdict } from "../types/verdict.ts";
import { runKey } from "./evidence-id.ts";
import { personalRetirement } from "./head-reasons.ts";
import { summariseLedger } from "./ledger.ts";
import { mergedHolds } from "./merged-holds.ts";
import type { PublishEntry, PublishOutcome, PublishRules, SkillDraft } from "./publish-types.ts";
import { draftVersion, holdsOf, originRow, runIdOf, type VersionRequest } from "./publish-version.ts";
import { contentHash } from "./skill-version.ts";
import { decideStatus } from "./trust.ts";

export interface LessonDecision {
  readonly draft: SkillDraft;
  readonly outcome: PublishOutcome;
  readonly reason: string;
  readonly version: number;
}

/** A first occurrence: a new skill under `name`, quarantined or a candidate. */
export function createSkill(
  entry: PublishEntry,
  {
    name,
    stored,
    rules,
    now,
  }: {
    readonly name: string;
    readonly stored: readonly SkillVersion[];
    readonly rules: Pick<PublishRules, "allowedUses">;
    readonly now: number;
  },
): LessonDecision {
  const { lesson, verdict } = entry;
  const uses = rules.allowedUses?.(name, lesson.content.uses) ?? lesson.content.uses;
  const skillId = skillIdOf(lesson.scope, name);
  const version = draftVersion({
    skillId,
    scope: lesson.scope,
    content: { ...lesson.content, name, uses },
    holds: holdsOf(entry),
    entry,
    stored,
    latest: 0,
    now,
  });
  const origin = originRow(entry, version, now);
  const { status, reasons } = decideStatus({ version, evidence: [origin], now });
  const head: SkillHead = {
    id: skillId,
    scope: lesson.scope,
    name,
    lessonKey: lesson.key,
    version: version.version,
    status,
    latest: version.version,
    reasons: [...reasons, ...detailsOf(verdict)],
    rev: 1,
    createdAt: now,
    updatedAt: now,
  };
  const draft: SkillDraft = {
    head,
    served: version,
    versions: [version],
    evidence: [origin],
    newVersions: [version],
    newEvidence: [origin],
  };
  const outcome = status === "quarantined" ? "held" : "created";
  return { draft, outcome, reason: head.reasons.join(", "), version: version.version };
}

/** A further occurrence: evidence for the skill it already is, and a more general version of it where there is one. */
export function supportSkill(
  draft: SkillDraft,
  entry: PublishEntry,
  { rules, now }: { readonly rules: PublishRules; readonly now: number },
): LessonDecision {
  const base = draft.versions.find(({ version }) => version === draft.head.trial?.version) ?? draft.served;
  const isHeld = entry.verdict.decision === "hold" && unresolvedHolds(entry).length > 0;
  if (isHeld && draft.served.holds.length === 0 && !draft.served.origin.by) {
    const reason = `this occurrence waits for a person: ${detailsOf(entry.verdict).join(", ")}`;
    return { draft, outcome: "held", reason, version: base.version };
  }
  const merged = mergeOccurrence(draft, entry, { base, rules, now });
  const supported = withEvidence(draft, entry, merged.version ?? base, now);
  if (merged.version === undefined) {
    const grown = merged.keys === undefined ? supported : withKeys(supported, merged.keys, now);
    const { reason } = merged;
    return { draft: redecide(grown, now), outcome: "supported", reason, version: base.version };
  }
  const next = withVersion(supported, merged.version, now);
  const reason =
    next.head.trial === undefined ? "a more general version" : "a more general version is on trial";
  return { draft: next, outcome: "generalised", reason, version: merged.version.version };
}

interface MergeFacts {
  readonly base: SkillVersion;
  readonly rules: PublishRules;
  readonly now: number;
}

interface Merge {
  /** The new version that a further occurrence makes. */
  readonly version?: SkillVersion;
  /** Why it makes none. */
  readonly reason: string;
  /** What it adds to how the served version is found. */
  readonly keys?: SkillKeys;
}

function mergeOccurrence(draft: SkillDraft, entry: PublishEntry, facts: MergeFacts): Merge {
  const merged = mergedVersion(draft, entry, facts);
  return typeof merged === "string" ? { reason: merged } : merged;
}

/** A version, other keys for the one there is, or the reason for neither. */
function mergedVersion(draft: SkillDraft, entry: PublishEntry, facts: MergeFacts): Merge | string {
  const { base, rules, now } = facts;
  const { lesson } = entry;
  const again = isOnRecord(draft, entry) ? "this run is on record already" : "seen again in another run";
  if (personalRetirement(draft.head) !== undefined) return "a person retired this skill";
  // Words of one user must not reach the others by way of a wider skill.
  if (draft.head.scope.user !== lesson.scope.user || draft.head.scope.agent !== lesson.scope.agent)
    return again;
  const content = { ...rules.mergeLesson(base.content, lesson), name: draft.head.name };
  const firstCheck = lesson.verified && !base.verified;
  const isDemoted = summariseLedger(base, draft.evidence).demoted !== undefined;
  const holds = mergedHolds(base, { entry, content });
  if (contentHash(content) === base.hash && holds.length === base.holds.length && !firstCheck) {
    const isNews = canonicalJson(content.keys) !== canonicalJson(base.content.keys);
    if (!isNews || isDemoted || base !== draft.served) return again;
    // Keys are printed with the rest in exports and re-runs: a finding that a person has not seen keeps them out.
    const known = new Set(findingsOf(rules.gate({ ...base, holds })));
    const verdict = rules.gate({ content, holds, verified: base.verified });
    const isClean = verdict.decision !== "reject" && findingsOf(verdict).every((one) => known.has(one));
    return isClean ? { reason: again, keys: content.keys } : again;
  }
  if (isDemoted && isSameAdvice(content, base.content))
    return "its advice failed before and is still the same";
  const hash = contentHash(content);
  const failedBefore = draft.versions.some(
    (one) => one.hash === hash && one.version <= draft.head.latest && one !== draft.served && one !== base,
  );
  if (failedBefore) return "its more general form was tried before";
  const verdict = rules.gate({ content, holds, verified: lesson.verified || base.verified });
  if (verdict.decision === "reject")
    return `its more general form was rejected: ${detailsOf(verdict).join(", ")}`;
  if (verdict.decision === "hold" && base.holds.length === 0)
    return "its more general form would need approval";
  const request: VersionRequest = {
    skillId: draft.head.id,
    scope: draft.head.scope,
    content,
    holds: verdict.decision === "hold" && holds.length === 0 ? ["scan"] : holds,
    entry,
    parent: base,
    stored: draft.versions,
    latest: draft.head.latest,
    now,
  };
  return { version: draftVersion(request), reason: again };
}

/** A value that one run could not account for is a placeholder once another run had a different one. */
function unresolvedHolds(entry: PublishEntry): readonly HoldReason[] {
  return holdsOf(entry).filter((hold) => hold !== "unbound-value");
}

/** Whether two contents tell an agent to do the same, however they are found. */
function isSameAdvice(a: SkillContent, b: SkillContent): boolean {
  const advice = ({ bullets, example }: SkillContent) => canonicalJson({ bullets, example });
  return advice(a) === advice(b);
}

function isOnRecord(draft: SkillDraft, entry: PublishEntry): boolean {
  const { scope, traceId } = entry.lesson;
  const run = runKey({ scope, runId: runIdOf(entry) });
  return draft.evidence.some(
    (row) => row.kind === "origin" && (runKey(row) === run || row.traceId === traceId),
  );
}

function withEvidence(draft: SkillDraft, entry: PublishEntry, target: SkillVersion, now: number): SkillDraft {
  if (isOnRecord(draft, entry)) return draft;
  const row = originRow(entry, target, now);
  return { ...draft, evidence: [...draft.evidence, row], newEvidence: [...draft.newEvidence, row] };
}

/** The served copy of a version is found by more keys; the version, its hash and its evidence stay as they are. */
function withKeys(draft: SkillDraft, keys: SkillKeys, now: number): SkillDraft {
  const { served } = draft;
  const grown = { ...served, content: { ...served.content, keys } };
  return {
    ...draft,
    head: { ...draft.head, updatedAt: now },
    served: grown,
    versions: draft.versions.map((version) => (version === served ? grown : version)),
  };
}

/** A served version that has earned its place goes on being served while the new one is on trial. */
function withVersion(draft: SkillDraft, version: SkillVersion, now: number): SkillDraft {
  const { trial: _before, ...rest } = draft.head;
  const base = { ...rest, latest: version.version, updatedAt: now };
  const decided = decideStatus({ version, evidence: draft.evidence, now });
  const onTrial = isEarned(rest.status) && !isEarned(decided.status);
  const head: SkillHead = onTrial
    ? { ...base, trial: { version: version.version, status: decided.status } }
    : { ...base, version: version.version, status: decided.status, reasons: decided.reasons };
  return {
    ...draft,
    head,
    served: onTrial ? draft.served : version,
    versions: [...draft.versions.filter((one) => one.version !== version.version), version],
    newVersions: [...draft.newVersions, version],
  };
}

function isEarned(status: SkillStatus): boolean {
  return status === "active" || status === "trusted";
}

/** A lesson that came up again is in use, whenever its skill was last shown. */
function redecide(draft: SkillDraft, now: number): SkillDraft {
  const retired = personalRetirement(draft.head);
  const { status, reasons } = decideStatus({
    version: draft.served,
    evidence: draft.evidence,
    lastUsedAt: now,
    now,
    retired,
  });
  if (status === draft.head.status) return draft;
  return { ...draft, head: { ...draft.head, status, reasons, updatedAt: now } };
}

function findingsOf({ reasons }: Verdict): readonly string[] {
  return reasons.map(({ code, field = "", detail }) => `${code} ${field} ${detail}`);
}

export function detailsOf(verdict: Verdict): readonly string[] {
  return verdict.reasons.map(({ detail }) => detail);
}
