import { growErrorKeys } from "../index/grow-error-keys.ts";
import type { Evidence } from "../types/evidence.ts";
import type { GateReport } from "../types/gate-report.ts";
import type { HoldReason } from "../types/lesson-kind.ts";
import type { BulletCounts, PatchOperation, SkillPatch } from "../types/patch.ts";
import type { SkillContent, SkillHead, SkillVersion } from "../types/skill.ts";
import type { Verdict } from "../types/verdict.ts";
import type { WrittenSkill } from "../types/written-skill.ts";
import { detailsOf } from "./decide-lesson.ts";
import { isPatchRow, patchRow } from "./patch-row.ts";
import type { PublishOutcome, PublishRules } from "./publish-types.ts";
import { bothHolds, holdsOf } from "./publish-version.ts";
import { contentHash, isSameVersion, liveVersions } from "./skill-version.ts";
import { decideStatus } from "./trust.ts";

export type WrittenPatch = Extract<WrittenSkill, { readonly action: "patch" }>;

/** What deciding about a patch needs of other stages. */
export interface PatchRules {
  readonly applyPatch: (
    content: SkillContent,
    patch: SkillPatch,
    counts: readonly BulletCounts[],
  ) => {
    readonly content: SkillContent;
    readonly refused: readonly { readonly op: PatchOperation; readonly why: string }[];
  };
  /** Looks at a text that is not the one that was judged, since its base has moved. */
  readonly gate: PublishRules["gate"];
}

/** The skill as it is now. */
export interface PatchFacts {
  readonly head: SkillHead;
  readonly served: SkillVersion;
  /** All that are stored under its id, those of writes that died among them. */
  readonly versions: readonly SkillVersion[];
  readonly evidence: readonly Evidence[];
  readonly counts: readonly BulletCounts[];
}

export interface PatchDecision {
  readonly outcome: PublishOutcome;
  readonly reason: string;
  /** The version that the patch made, now or before. */
  readonly version?: SkillVersion;
  /** Absent where nothing is to be written: `rev` is as it was. */
  readonly head?: SkillHead;
}

/**
 * Decides what becomes of a patch. A skill that has earned its place goes on being served while the patched version is on
 * trial; one that has not gives way to it. `held`: nothing is written, and its claims go on waiting, since another version is on
 * trial or a person would have to approve. `rejected`: it is dropped.
 */
export function decidePatch(
  written: WrittenPatch,
  report: GateReport,
  facts: PatchFacts & { readonly rules: PatchRules; readonly now: number },
): PatchDecision {
  const { head } = facts;
  const { verdict } = report;
  if (verdict.decision === "reject") return rejected(detailsOf(verdict).join(", "));
  const before = publishedBefore(written, facts);
  if (before !== undefined) return before;
  if (head.status === "retired") return rejected("the skill is retired");
  const base = baseOf(written.patch, facts);
  if (base === undefined) return held(`version ${head.trial?.version} is on trial`);
  if (base.expiresAt !== undefined) return rejected("a lesson that passes by itself is not changed");
  const { content: patched, refused } = facts.rules.applyPatch(base.content, written.patch, facts.counts);
  if (refused.length > 0 || contentHash(patched) === base.hash) {
    const why = [...new Set(refused.map((one) => one.why))];
    return rejected(`it no longer fits version ${base.version}: ${why.join(", ") || "nothing changes"}`);
  }
  if (facts.versions.some(({ hash, version }) => hash === contentHash(patched) && version <= head.latest))
    return rejected("this text was tried before");
  return drafted(written, { ...facts, base, patched, verdict });
}

/** The version that a patch is applied to; `undefined` while another one is on trial. */
function baseOf({ base }: SkillPatch, { head, served, versions }: PatchFacts): SkillVersion | undefined {
  if (head.trial === undefined) return served;
  return base === head.trial.version ? versions.find(({ version }) => version === base) : undefined;
}

function drafted(
  written: WrittenPatch,
  facts: PatchFacts & {
    readonly rules: PatchRules;
    readonly now: number;
    readonly base: SkillVersion;
    readonly patched: SkillContent;
    readonly verdict: Verdict;
  },
): PatchDecision {
  const { head, base, patched, now } = facts;
  const [lesson] = written.lessons;
  if (lesson === undefined) return rejected("no run speaks for it");
  const content = { ...patched, keys: growErrorKeys(patched.keys, lesson.content.keys) };
  const verdict =
    contentHash(lesson.content) === contentHash(content)
      ? facts.verdict
      : stricter(facts.verdict, facts.rules.gate({ content, holds: lesson.holds, verified: base.verified }));
  if (verdict.decision === "reject") return rejected(detailsOf(verdict).join(", "));
  const fresh = written.lessons.flatMap((one) => holdsOf({ lesson: one, verdict }));
  if (fresh.length > 0 && base.holds.length === 0)
    return held(`this change would need approval: ${detailsOf(verdict).join(", ")}`);
  const version = versionOf(written, { ...facts, content, holds: bothHolds(base.holds, fresh) });
  const evidence = [...facts.evidence, ...written.lessons.map((one) => patchRow(one, version, now))];
  const { status, reasons } = decideStatus({ version, evidence, now });
  const { trial: _replaced, ...rest } = head;
  const moved = { ...rest, latest: version.version, updatedAt: now };
  if (head.status === "active" || head.status === "trusted") {
    const trial = { version: version.version, status };
    return {
      outcome: "generalised",
      reason: `version ${version.version}, changed from version ${base.version}, is on trial`,
      version,
      head: { ...moved, trial },
    };
  }
  return {
    outcome: "generalised",
    reason: `version ${version.version} takes the place of version ${base.version}`,
    version,
    head: {
      ...moved,
      version: version.version,
      status,
      reasons: [...reasons, `changed from version ${base.version}`],
    },
  };
}

/** A number that a dead write left with the same text is taken up again; one with another text is passed over. */
function versionOf(
  { rerun }: WrittenPatch,
  facts: PatchFacts & {
    readonly now: number;
    readonly base: SkillVersion;
    readonly content: SkillContent;
    readonly holds: readonly HoldReason[];
  },
): SkillVersion {
  const { head, base, content, holds, now } = facts;
  const spec = base.rerun?.check !== undefined ? base.rerun : rerun;
  const { skillId, scope, environment, verified } = base;
  const version: SkillVersion = {
    skillId,
    scope,
    version: head.latest + 1,
    content,
    hash: contentHash(content),
    origin: { kind: "patched", parent: base.version },
    environment,
    holds,
    verified,
    rerun: spec,
    createdAt: now,
  };
  const beyond = facts.versions.filter((one) => one.version > head.latest);
  const same = beyond.find((one) => isSameVersion(one, version));
  return same ?? { ...version, version: Math.max(head.latest, ...beyond.map((one) => one.version)) + 1 };
}

/** What a restart, or another run with the very same patch, finds: it is in a version that counts, or its run is on record. */
function publishedBefore(
  { patch, lessons }: WrittenPatch,
  facts: PatchFacts & { readonly rules: PatchRules },
): PatchDecision | undefined {
  const { head, versions, evidence, counts, rules } = facts;
  const live = liveVersions(head);
  const runs = new Set(lessons.map(({ traceId }) => traceId));
  const version = versions.find((one) => {
    if (one.origin.kind !== "patched" || one.version > head.latest) return false;
    if (evidence.some((row) => row.version === one.version && isPatchRow(row) && runs.has(row.traceId)))
      return true;
    const parent = versions.find(({ version: number }) => number === one.origin.parent);
    return (
      live.includes(one.version) &&
      parent !== undefined &&
      contentHash(rules.applyPatch(parent.content, patch, counts).content) === one.hash
    );
  });
  if (version === undefined) return undefined;
  return { outcome: "generalised", reason: `it is in version ${version.version}`, version };
}

function stricter(a: Verdict, b: Verdict): Verdict {
  const rank = { allow: 0, hold: 1, reject: 2 } as const;
  const decision = rank[a.decision] >= rank[b.decision] ? a.decision : b.decision;
  return { decision, reasons: [...a.reasons, ...b.reasons] };
}

function held(reason: string): PatchDecision {
  return { outcome: "held", reason };
}

function rejected(reason: string): PatchDecision {
  return { outcome: "rejected", reason };
}
