import type { Evidence } from "../types/evidence.ts";
import type { SkillVersion } from "../types/skill.ts";
import { isPatchRow } from "./patch-row.ts";

/**
 * The versions that purged runs alone spoke for, and those made from these that still have one of their lines. A version that
 * another run spoke for as well stays.
 */
export function versionsToForget(
  versions: readonly SkillVersion[],
  evidence: readonly Evidence[],
  purged: ReadonlySet<string>,
): ReadonlySet<number> {
  return madeFrom(versions, (version) => {
    const runs = runsFor(version, evidence);
    return runs.length > 0 && runs.every((traceId) => purged.has(traceId));
  });
}

/** The versions that are forgotten: of the runs that spoke for them, or for one of their lines, none is on record any more. */
export function forgottenVersions(
  versions: readonly SkillVersion[],
  evidence: readonly Evidence[],
): ReadonlySet<number> {
  return madeFrom(
    versions,
    (version) => version.origin.by === undefined && runsFor(version, evidence).length === 0,
  );
}

/** Patched versions of a kind, and those made from them that still have a line which came with them. */
function madeFrom(
  versions: readonly SkillVersion[],
  isOfKind: (patched: SkillVersion) => boolean,
): ReadonlySet<number> {
  const byNumber = new Map(versions.map((one) => [one.version, one]));
  const forgotten = new Map<number, ReadonlySet<string>>();
  // Oldest first: a version is made from an older one.
  for (const version of [...versions].sort((a, b) => a.version - b.version)) {
    const parent = byNumber.get(version.origin.parent ?? 0);
    const inherited = forgotten.get(version.origin.parent ?? 0) ?? new Set<string>();
    const kept = [...inherited].filter((id) => version.content.bullets.some((bullet) => bullet.id === id));
    const isOwn = version.origin.kind === "patched" && isOfKind(version);
    if (!isOwn && kept.length === 0) continue;
    const before = new Set(parent?.content.bullets.map(({ id }) => id));
    const lines = version.content.bullets.map(({ id }) => id).filter((id) => !before.has(id));
    forgotten.set(version.version, new Set([...kept, ...(isOwn ? lines : [])]));
  }
  return new Set(forgotten.keys());
}

function runsFor({ version }: SkillVersion, evidence: readonly Evidence[]): readonly string[] {
  const rows = evidence.filter((row) => row.version === version && isPatchRow(row));
  return rows.map(({ traceId }) => traceId);
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
