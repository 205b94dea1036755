import type { NearSkill, SkillFinder } from "../../ports/skill-finder.ts";
import type { SkillRow, Store } from "../../ports/store.ts";
import type { StoredClaim } from "../../types/claim.ts";
import type { BulletCounts } from "../../types/patch.ts";
import type { SkillVersion } from "../../types/skill.ts";
import type { Trace } from "../../types/trace.ts";

/** Skills that a writing stage is told of. */
const mostNear = 8;

export interface NearPorts {
  readonly store: Pick<Store, "findHeads" | "listStats">;
  readonly finder: Pick<SkillFinder, "nearest">;
}

/**
 * The skills that a lesson may belong to: those nearest in what they are found by, the one that is this very lesson, and those
 * that misled the runs. Of a re-run only the skill that was run again.
 */
export async function nearSkills(
  { store, finder }: NearPorts,
  {
    trace,
    support,
    lessonKey,
  }: { readonly trace: Trace; readonly support: readonly StoredClaim[]; readonly lessonKey: string },
): Promise<{ readonly near: readonly NearSkill[]; readonly counts: readonly BulletCounts[] }> {
  const { scope, rerunOf } = trace;
  const filter = { scope, reach: "visible" } as const;
  const signatures = signaturesOf(support);
  const ids =
    rerunOf === undefined
      ? [
          ...new Set(
            support.flatMap(({ taught }) =>
              taught.kind === "root-cause" ? (taught.claim.blame?.skillId ?? []) : [],
            ),
          ),
        ]
      : [rerunOf.skillId];
  const [found, sameLesson, blamed] = await Promise.all([
    rerunOf === undefined
      ? finder.nearest(scope, { texts: textsOf(support), signatures, limit: mostNear })
      : [],
    rerunOf === undefined ? store.findHeads(filter, { lessonKeys: [lessonKey] }) : [],
    ids.length === 0 ? [] : store.findHeads(filter, { ids }),
  ]);
  const near = new Map(found.map((one) => [one.head.id, one]));
  for (const row of [...sameLesson, ...blamed])
    if (!near.has(row.head.id)) near.set(row.head.id, asNear(row, signatures));
  const stats = near.size === 0 ? [] : await store.listStats(filter, [...near.keys()]);
  const counts = stats.flatMap(({ bulletId, helpful, harmful }) =>
    bulletId === undefined ? [] : [{ bulletId, helpful, harmful }],
  );
  return { near: [...near.values()], counts };
}

function asNear({ head, served }: SkillRow, signatures: readonly string[]): NearSkill {
  const known = knownSignatures(served);
  return { head, served, score: 0, sharesSignature: signatures.some((one) => known.has(one)) };
}

function knownSignatures({ content }: SkillVersion): ReadonlySet<string> {
  const { keys, mistake } = content;
  return new Set([...keys.signatures, ...(mistake === undefined ? [] : [mistake.signature])]);
}

function signaturesOf(support: readonly StoredClaim[]): readonly string[] {
  return [
    ...new Set(
      support.flatMap(({ taught }) => (taught.kind === "root-cause" ? taught.claim.signatures : [])),
    ),
  ];
}

/** How whoever needs the lesson may ask for it. The founder's own words: those of others say the same. */
function textsOf([founder]: readonly StoredClaim[]): readonly string[] {
  if (founder === undefined) return [];
  const { taught } = founder;
  if (taught.kind === "procedure") return [taught.proposal.task, taught.proposal.steps.join(" ")];
  const { decision, rule, triggers, task } = taught.claim;
  return [...new Set([`${decision} ${rule}`, task, ...triggers])].filter((text) => text.trim() !== "");
}
