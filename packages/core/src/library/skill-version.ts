import { canonicalJson } from "../text/canonical-json.ts";
import { sha256Hex } from "../text/hash.ts";
import type { SkillContent, SkillHead, SkillVersion } from "../types/skill.ts";

/**
 * The hash of what a skill says. Keys are left out: they are how it is found, and they grow with every run
 * that meets the lesson, while evidence is for the advice that was given. A SKILL.md carries them in its
 * metadata, so they are in exports and in the prompts of re-runs, redacted and scanned like the rest.
 */
export function contentHash({ keys: _keys, ...said }: SkillContent): string {
  return sha256Hex(canonicalJson(said));
}

/** Whether two rows say the same of a skill, so that one may stand for the other. */
export function isSameVersion(a: SkillVersion, b: SkillVersion): boolean {
  return sameness(a) === sameness(b);
}

function sameness({ hash, holds, verified, origin, environment, rerun }: SkillVersion): string {
  return canonicalJson({ hash, holds, verified, origin, environment, rerun });
}

/** The versions that count: the served one and the one on trial; none of a retired skill. */
export function liveVersions(head: SkillHead): readonly number[] {
  if (head.status === "retired") return [];
  return head.trial === undefined ? [head.version] : [head.version, head.trial.version];
}

/** The version that a re-run may still decide about, when there is one. */
export function candidateVersion(head: SkillHead): number | undefined {
  if (head.trial !== undefined) return head.trial.version;
  return head.status === "candidate" ? head.version : undefined;
}
