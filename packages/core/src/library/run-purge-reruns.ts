import type { SkillRow, Store } from "../ports/store.ts";
import { scopeKey } from "../text/scope-key.ts";
import type { Evidence } from "../types/evidence.ts";
import type { RerunSpec, SkillHead, SkillVersion } from "../types/skill.ts";
import { rerunJobId, rerunSpecOf } from "./rerun-spec.ts";
import { conflict, syncReruns } from "./run-settle.ts";
import { type LibraryTools, MAX_ATTEMPTS, projectFilter } from "./run-tools.ts";
import { decideStatus } from "./trust.ts";

const BATCH = 200;

/**
 * Deletes the recorded re-runs that repeated a purged run's task: those of skills that go, and those of
 * versions whose task was of such a run. Returns how many.
 */
export async function dropRerunTraces(
  { store }: Pick<LibraryTools, "store">,
  facts: {
    readonly gone: readonly SkillRow[];
    readonly staying: readonly SkillRow[];
    readonly purged: ReadonlySet<string>;
  },
): Promise<number> {
  const goneIds = new Set(facts.gone.map(({ head }) => head.id));
  const scopes = new Map(
    [...facts.gone, ...facts.staying].map(({ head }) => [scopeKey(head.scope), head.scope]),
  );
  const repeats = new Set<string>();
  for (const { head } of facts.staying) {
    const versions = await store.listVersions(projectFilter(head.scope), [head.id]);
    for (const { version } of versions.filter(isOf(facts.purged))) repeats.add(`${head.id}@${version}`);
  }
  if (goneIds.size === 0 && repeats.size === 0) return 0;
  let dropped = 0;
  for (const scope of scopes.values()) {
    const filter = { scope, reach: "exact" } as const;
    // A re-run is stored as done and skipped before it was learned from: few, and told by narrow rows.
    const jobs = await store.listJobs({ filter, kind: "trace", state: "done" });
    const ids = jobs
      .filter(({ result, stage }) => result === "skipped" && stage === "queue")
      .map(({ id }) => id);
    for (let start = 0; start < ids.length; start += BATCH) {
      const traces = await store.getTraces(filter, ids.slice(start, start + BATCH));
      const repeating = traces.filter(
        ({ rerunOf }) =>
          rerunOf !== undefined &&
          (goneIds.has(rerunOf.skillId) || repeats.has(`${rerunOf.skillId}@${rerunOf.version}`)),
      );
      if (repeating.length > 0)
        dropped += await store.deleteTraces(
          filter,
          repeating.map(({ id }) => id),
        );
    }
  }
  return dropped;
}

/**
 * Gives the versions of a skill that stays another task for their re-run where theirs was of a purged run, in
 * the stored versions, the served copy and the pending job, or takes it out where no other origin's trace is
 * left. The versions last: by them an interrupted purge sees what is still to be done.
 */
export async function replaceRerunTasks(
  tools: LibraryTools,
  facts: {
    readonly head: SkillHead;
    /** Origin rows that stay. */
    readonly origins: readonly Evidence[];
    readonly purged: ReadonlySet<string>;
    readonly now: number;
  },
): Promise<void> {
  const { store } = tools;
  const { purged, now } = facts;
  const { id, scope } = facts.head;
  const filter = projectFilter(scope);
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    if (attempt > 0) await tools.pause?.(attempt);
    const [[row], versions] = await Promise.all([
      store.findHeads(filter, { ids: [id] }),
      store.listVersions(filter, [id]),
    ]);
    if (row === undefined) return;
    const affected = versions.filter(isOf(purged));
    if (affected.length === 0 && !isOf(purged)(row.served)) return;
    const task = await anotherTask(store, { head: row.head, origins: facts.origins });
    const renew = (version: SkillVersion) => (isOf(purged)(version) ? withTask(version, task) : version);
    const served = renew(row.served);
    // A row of its own even where the served version keeps its task: whoever decided on the old ones loses.
    const head = { ...row.head, rev: row.head.rev + 1, updatedAt: now };
    const evidence = await store.listEvidence(filter, { skillIds: [id] });
    const reasons =
      head.status === "candidate" ? decideStatus({ version: served, evidence, now }).reasons : head.reasons;
    const next: SkillRow = { head: { ...head, reasons }, served, searchDocument: row.searchDocument };
    const lost = await store.writeHeads([{ row: next, expectedRev: row.head.rev }]);
    if (lost.size > 0) continue;
    await store.deleteJobs(
      filter,
      affected.map(({ version }) => rerunJobId(id, version)),
    );
    const trial = versions.find(({ version }) => version === head.trial?.version);
    const trials = new Map(trial === undefined ? [] : [[id, renew(trial)] as const]);
    await syncReruns(tools, { rows: [next], trials, now });
    await store.replaceReruns(
      filter,
      affected.map(({ skillId, version }) => ({ skillId, version, rerun: task })),
    );
    return;
  }
  throw conflict();
}

/** One with a check before one without. Only of the skill's own scope: a user's words are not for the others. */
async function anotherTask(
  store: Store,
  { head, origins }: { readonly head: SkillHead; readonly origins: readonly Evidence[] },
): Promise<RerunSpec | undefined> {
  const own = scopeKey(head.scope);
  const ids = origins
    .filter((row) => row.skillId === head.id && scopeKey(row.scope) === own)
    .map(({ traceId }) => traceId);
  if (ids.length === 0) return undefined;
  const traces = await store.getTraces({ scope: head.scope, reach: "exact" }, ids);
  const tasks = traces.map(rerunSpecOf);
  return tasks.find(({ check }) => check !== undefined) ?? tasks[0];
}

function isOf(purged: ReadonlySet<string>): (version: SkillVersion) => boolean {
  return ({ rerun }) => rerun?.traceId !== undefined && purged.has(rerun.traceId);
}

function withTask(version: SkillVersion, task: RerunSpec | undefined): SkillVersion {
  const { rerun: _before, ...rest } = version;
  return task === undefined ? rest : { ...rest, rerun: task };
}
