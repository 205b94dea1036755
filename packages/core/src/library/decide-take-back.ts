import type { Evidence } from "../types/evidence.ts";
import type { SkillVersion } from "../types/skill.ts";
import { isPatchRow } from "./patch-row.ts";

/**
 * The versions that say what purged runs alone had to say: those that their patches made, and those made from these that still
 * have one of their lines. A version that another run spoke for as well stays.
 */
export function versionsToForget(
  versions: readonly SkillVersion[],
  evidence: readonly Evidence[],
  purged: ReadonlySet<string>,
): ReadonlySet<number> {
  const byNumber = new Map(versions.map((one) => [one.version, one]));
  const forgotten = new Map<number, ReadonlySet<string>>();
  // Oldest first: a version is made from an older one.
  for (const version of [...versions].sort((a, b) => a.version - b.version)) {
    const parent = byNumber.get(version.origin.parent ?? 0);
    const inherited = forgotten.get(version.origin.parent ?? 0) ?? new Set<string>();
    const kept = [...inherited].filter((id) => version.content.bullets.some((bullet) => bullet.id === id));
    const isOwn = isMadeBy(version, evidence, purged);
    if (!isOwn && kept.length === 0) continue;
    const before = new Set(parent?.content.bullets.map(({ id }) => id));
    const lines = version.content.bullets.map(({ id }) => id).filter((id) => !before.has(id));
    forgotten.set(version.version, new Set([...kept, ...(isOwn ? lines : [])]));
  }
  return new Set(forgotten.keys());
}

function isMadeBy(
  { origin, version }: SkillVersion,
  evidence: readonly Evidence[],
  purged: ReadonlySet<string>,
): boolean {
  const rows = evidence.filter((row) => row.version === version && isPatchRow(row));
  return origin.kind === "patched" && rows.length > 0 && rows.every(({ traceId }) => purged.has(traceId));
}

/** The version itself, or the nearest of those it was made from that is not forgotten. */
export function standingVersion(
  from: SkillVersion,
  versions: readonly SkillVersion[],
  forgotten: ReadonlySet<number>,
): SkillVersion | undefined {
  let version: SkillVersion | undefined = from;
  // Versions are made from older ones, so that the row ends.
  while (version !== undefined && forgotten.has(version.version)) {
    const { parent = 0 }: SkillVersion["origin"] = version.origin;
    version = versions.find((one) => one.version === parent);
  }
  return version;
}
