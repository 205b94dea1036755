import { SkillLoopError } from "../errors.ts";
import type { HeadWrite, ScopeFilter, SkillRow } from "../ports/store.ts";
import { scopeKey } from "../text/scope-key.ts";
import type { LoopEvent, SkillStats } from "../types/evidence.ts";
import type { Scope } from "../types/scope.ts";
import type { SkillHead, SkillVersion } from "../types/skill.ts";
import { movedInOrOut } from "./callee-reasons.ts";
import { rerunJobId, rerunJobOf } from "./rerun-spec.ts";
import { findCallers, readCallees } from "./run-callees.ts";
import { type LibraryTools, MAX_ATTEMPTS, projectFilter } from "./run-tools.ts";
import { settleHead } from "./settle-head.ts";
import { candidateVersion, liveVersions } from "./skill-version.ts";

export interface SettleRequest {
  readonly filter: ScopeFilter;
  readonly ids: readonly string[];
  readonly now: number;
}

/**
 * Brings the heads of some skills in line with their evidence, by compare-and-set. Losers are read and
 * decided again. Returns the rows as they stand afterwards; throws `STORE_CONFLICT` when that never ends.
 */
export async function settleSkills(
  tools: LibraryTools,
  { filter, ids, now }: SettleRequest,
): Promise<readonly SkillRow[]> {
  const { store } = tools;
  const done = new Map<string, SkillRow>();
  const moved = new Set<string>();
  const shifts: { readonly before: SkillHead; readonly after: SkillHead }[] = [];
  let open = [...new Set(ids)];
  for (let attempt = 0; open.length > 0; attempt += 1) {
    if (attempt >= MAX_ATTEMPTS) throw conflict();
    if (attempt > 0) await tools.pause?.(attempt);
    const rows = await store.findHeads(filter, { ids: open });
    const scoped = projectFilter(filter.scope);
    const skillIds = rows.map(({ head }) => head.id);
    const [evidence, stats, trials, callees] = await Promise.all([
      store.listEvidence(scoped, { skillIds }),
      store.listStats(scoped, skillIds),
      readTrials(tools, rows),
      readCallees(store, rows),
    ]);
    const lastUsed = lastUsedById(stats);
    const writes: HeadWrite[] = [];
    const changes: { readonly before: SkillHead; readonly after: SkillHead }[] = [];
    for (const row of rows) {
      const settled = settleHead({
        head: row.head,
        served: row.served,
        trial: trials.get(row.head.id),
        evidence: evidence.filter(({ skillId }) => skillId === row.head.id),
        lastUsedAt: lastUsed.get(row.head.id),
        callees: callees.get(row.head.id),
        now,
      });
      done.set(row.head.id, row);
      if (!settled.changed) continue;
      const head = { ...settled.head, rev: row.head.rev + 1 };
      const searchDocument =
        settled.served === row.served
          ? row.searchDocument
          : tools.buildSearchDocument(settled.served.content);
      const next = { head, served: settled.served, searchDocument };
      done.set(head.id, next);
      writes.push({ row: next, expectedRev: row.head.rev });
      changes.push({ before: row.head, after: head });
    }
    const lost = writes.length === 0 ? new Set<string>() : await store.writeHeads(writes);
    const won = changes.filter(({ after }) => !lost.has(after.id));
    for (const { before, after } of won) {
      moved.add(after.id);
      shifts.push({ before, after });
    }
    if (won.length > 0)
      await store.addEvents(won.map(({ before, after }) => statusEvent(before, after, now)));
    open = [...lost];
  }
  const rows = [...done.values()];
  const changed = rows.filter(({ head }) => moved.has(head.id));
  await syncReruns(tools, { rows: changed, trials: await readTrials(tools, changed), now });
  await settleCallers(tools, shifts, now);
  return rows;
}

/**
 * Tells the skills that build on one which was, or is no longer, taken out of use: their heads say so in a reason. Part of
 * every settling; for whoever moves a status otherwise. `after` is absent where the skill is gone.
 */
export async function settleCallers(
  tools: LibraryTools,
  changes: Parameters<typeof movedInOrOut>[0],
  now: number,
): Promise<void> {
  const callees = movedInOrOut(changes);
  if (callees.length === 0) return;
  const byProject = new Map<string, SkillHead[]>();
  for (const head of callees)
    byProject.set(head.scope.project, [...(byProject.get(head.scope.project) ?? []), head]);
  for (const [project, heads] of byProject) {
    const ids = await findCallers(tools.store, heads);
    if (ids.length > 0) await settleSkills(tools, { filter: projectFilter({ project }), ids, now });
  }
}

/** The versions on trial, by skill. Few skills have one, so one read each. */
export async function readTrials(
  { store }: LibraryTools,
  rows: readonly SkillRow[],
): Promise<ReadonlyMap<string, SkillVersion>> {
  const onTrial = rows.filter(({ head }) => head.trial !== undefined);
  const found = await Promise.all(
    onTrial.map(async ({ head }) => {
      const versions = await store.listVersions(projectFilter(head.scope), [head.id]);
      return [head.id, versions.find(({ version }) => version === head.trial?.version)] as const;
    }),
  );
  return new Map(found.flatMap(([id, version]) => (version === undefined ? [] : [[id, version] as const])));
}

export interface RerunSync {
  readonly rows: readonly SkillRow[];
  readonly trials: ReadonlyMap<string, SkillVersion>;
  readonly now: number;
}

/** Every version that waits for a re-run has its job, and no replaced one has. Repeating it changes nothing. */
export async function syncReruns(
  { store }: Pick<LibraryTools, "store">,
  { rows, trials, now }: RerunSync,
): Promise<void> {
  const jobs = rows.flatMap((row) => {
    const wanted = candidateVersion(row.head);
    const version = [row.served, trials.get(row.head.id)].find((one) => one?.version === wanted);
    const job = version === undefined ? undefined : rerunJobOf(version, now);
    return job === undefined ? [] : [job];
  });
  if (jobs.length > 0) await store.addJobs(jobs);
  const replaced = new Map<string, { readonly scope: Scope; readonly ids: string[] }>();
  for (const { head } of rows) {
    const live = liveVersions(head);
    const ids = Array.from({ length: head.latest }, (_unused, index) => index + 1)
      .filter((version) => !live.includes(version))
      .map((version) => rerunJobId(head.id, version));
    const key = scopeKey(head.scope);
    replaced.set(key, { scope: head.scope, ids: [...(replaced.get(key)?.ids ?? []), ...ids] });
  }
  for (const { scope, ids } of replaced.values()) {
    if (ids.length > 0) await store.deleteJobs({ scope, reach: "exact" }, ids);
  }
}

function lastUsedById(stats: readonly SkillStats[]): ReadonlyMap<string, number> {
  const latest = new Map<string, number>();
  for (const { skillId, lastUsedAt = 0 } of stats) {
    latest.set(skillId, Math.max(lastUsedAt, latest.get(skillId) ?? 0));
  }
  return latest;
}

function statusEvent(before: SkillHead, after: SkillHead, now: number): LoopEvent {
  return {
    id: `status:${after.id}:${after.rev}`,
    scope: after.scope,
    type: "status",
    subject: after.name,
    detail: `version ${before.version} ${before.status} to version ${after.version} ${after.status}: ${after.reasons.join(", ")}`,
    at: now,
  };
}

export function conflict(): SkillLoopError {
  return new SkillLoopError({
    code: "STORE_CONFLICT",
    message: "Other writers kept changing the same skills.",
    remedy: "Try again; nothing was lost.",
  });
}
