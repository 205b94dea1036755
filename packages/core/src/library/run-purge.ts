import type { SkillRow } from "../ports/store.ts";
import type { Scope } from "../types/scope.ts";
import { isPatchRow } from "./patch-row.ts";
import { rerunJobId } from "./rerun-spec.ts";
import { takeBackPatches } from "./run-purge-patches.ts";
import { dropRerunTraces, replaceRerunTasks } from "./run-purge-reruns.ts";
import { settleCallers, settleSkills } from "./run-settle.ts";
import { type LibraryTools, projectFilter } from "./run-tools.ts";

export interface PurgeRequest {
  /** Which runs the caller may forget. Their skills may lie wider, where a person has moved them. */
  readonly scope: Scope;
  readonly traceIds: readonly string[];
  readonly now: number;
}

export interface PurgedLearning {
  /** Names of the skills that are gone. */
  readonly names: readonly string[];
  /** How many recorded re-runs of these runs' tasks are gone. */
  readonly reruns: number;
}

/**
 * Forgets what was learned from these traces: the skills that were learned from them alone, and of a skill
 * with another origin the purged runs' own words: those of the task that its re-run repeats, and lines that patches
 * of these runs alone put in. Such a skill is re-run on a task of another origin from then on, or on none, and goes back to
 * the version before the patch. Call it before the traces go: a purge that dies half-way can then be asked for again.
 */
export async function purgeLearned(
  tools: LibraryTools,
  { scope, traceIds, now }: PurgeRequest,
): Promise<PurgedLearning> {
  const { store } = tools;
  const none: PurgedLearning = { names: [], reruns: 0 };
  if (traceIds.length === 0) return none;
  const filter = projectFilter(scope);
  const purged = new Set(traceIds);
  const rows = await store.listEvidence({ scope, reach: "within" }, { traceIds });
  const learned = rows.filter(({ kind }) => kind === "origin");
  const skillIds = [...new Set(learned.map(({ skillId }) => skillId))];
  if (skillIds.length === 0) return none;
  const origins = (await store.listEvidence(filter, { skillIds })).filter(({ kind }) => kind === "origin");
  // Who changed a line of a skill is no origin of the rest of it, and no reason for it to go.
  const founders = origins.filter((row) => !isPatchRow(row));
  const others = founders.filter(({ traceId }) => !purged.has(traceId));
  const lost = new Set(founders.filter((row) => !others.includes(row)).map(({ skillId }) => skillId));
  const founded = new Set(others.map(({ skillId }) => skillId));
  const kept = new Set(skillIds.filter((id) => founded.has(id) || !lost.has(id)));
  const skills = await store.findHeads(filter, { ids: skillIds });
  const gone = skills.filter(({ head }) => !kept.has(head.id));
  const staying = skills.filter(({ head }) => kept.has(head.id));

  const reruns = await dropRerunTraces(tools, { gone, staying, purged });
  if (gone.length > 0) await store.deleteJobs(filter, gone.flatMap(rerunJobIds));
  for (const { head } of staying) {
    await takeBackPatches(tools, { head, purged, now });
    await replaceRerunTasks(tools, { head, origins: others, purged, now });
  }
  // Before the skills, by whose rows an interrupted purge finds their names again.
  for (const { head } of gone)
    await store.deleteEvents({ scope: head.scope, reach: "exact" }, { subjects: [head.name] });
  const goneIds = skillIds.filter((id) => !kept.has(id));
  if (goneIds.length > 0) await store.removeSkills(filter, goneIds);
  await settleCallers(
    tools,
    gone.map(({ head }) => ({ before: head, after: undefined })),
    now,
  );
  // Last: by these rows an interrupted purge is found again, and later ones must not take a forgotten run
  // for another origin.
  const forgotten = learned.filter(({ skillId }) => kept.has(skillId)).map(({ id }) => id);
  if (forgotten.length > 0) await store.deleteEvidence(filter, forgotten);
  const ids = staying.map(({ head }) => head.id);
  if (ids.length > 0) await settleSkills(tools, { filter, ids, now });
  return { names: [...new Set(gone.map(({ head }) => head.name))], reruns };
}

function rerunJobIds({ head }: SkillRow): readonly string[] {
  return Array.from({ length: head.latest }, (_unused, index) => rerunJobId(head.id, index + 1));
}
