import type { HeadWrite } from "../ports/store.ts";
import { scopeKey } from "../text/scope-key.ts";
import type { Evidence } from "../types/evidence.ts";
import type { SkillHead, SkillVersion } from "../types/skill.ts";
import { candidateNames, decidePublish, type PublishPlan } from "./decide-publish.ts";
import type { KnownSkill, PublishEntry, PublishedLesson, PublishRules } from "./publish-types.ts";
import { conflict, settleCallers, syncReruns } from "./run-settle.ts";
import { type LibraryTools, MAX_ATTEMPTS, projectFilter } from "./run-tools.ts";
import { isSameVersion } from "./skill-version.ts";

export type { PublishEntry, PublishedLesson, PublishOutcome, PublishRules } from "./publish-types.ts";

export interface PublishRequest extends LibraryTools, PublishRules {
  readonly entries: readonly PublishEntry[];
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** So many names are looked up before a lesson is decided; the rest of a long row of namesakes is found by retrying. */
const NAMES_AHEAD = 4;

/**
 * Puts a batch of lessons into the library, in this order: versions, heads, evidence, re-run jobs, events.
 * Each write is insert-if-absent or compare-and-set, so a batch that died anywhere is simply published again.
 * Answers in the order of `entries`. Throws `STORE_CONFLICT` when other writers never let go.
 */
export async function publishLessons(request: PublishRequest): Promise<readonly PublishedLesson[]> {
  const results: (PublishedLesson | undefined)[] = request.entries.map(() => undefined);
  const orphans = new Map<string, SkillVersion>();
  let open = request.entries.map((_entry, index) => index);
  for (let attempt = 0; open.length > 0; attempt += 1) {
    if (attempt >= MAX_ATTEMPTS) throw conflict();
    if (attempt > 0) await request.pause?.(attempt);
    const entries = open.flatMap((index) => request.entries[index] ?? []);
    const known = await readKnown(request, { entries, orphans, attempt });
    const plan = decidePublish({
      entries,
      known,
      orphans: [...orphans.values()],
      rules: request,
      now: request.now,
    });
    const lost = await writePlan(request, plan, orphans);
    const settled = open.filter((_index, place) => !isLost(plan.skillIds[place], lost));
    for (const [place, index] of open.entries()) {
      if (!isLost(plan.skillIds[place], lost)) results[index] = plan.results[place];
    }
    await finishPlan(request, plan, lost);
    open = open.filter((index) => !settled.includes(index));
  }
  return results.flatMap((result) => result ?? []);
}

function isLost(skillId: string | undefined, lost: ReadonlySet<string>): boolean {
  return skillId !== undefined && lost.has(skillId);
}

interface Reading {
  readonly entries: readonly PublishEntry[];
  readonly orphans: ReadonlyMap<string, SkillVersion>;
  readonly attempt: number;
}

/** Skills with the lessons' keys or names, one read a scope, and what is needed to decide about each. */
async function readKnown(
  tools: LibraryTools,
  { entries, orphans, attempt }: Reading,
): Promise<readonly KnownSkill[]> {
  const { store } = tools;
  const byScope = new Map<string, PublishEntry[]>();
  for (const entry of entries) {
    const key = scopeKey(entry.lesson.scope);
    byScope.set(key, [...(byScope.get(key) ?? []), entry]);
  }
  const reads = [...byScope.values()].map(async (group) => {
    const scope = group[0]?.lesson.scope ?? { project: "" };
    const lessonKeys = [...new Set(group.map(({ lesson }) => lesson.key))];
    const most = NAMES_AHEAD * (attempt + 1);
    const names = [...new Set(group.flatMap(({ lesson }) => candidateNames(lesson.content.name, most)))];
    return Promise.all([
      store.findHeads({ scope, reach: "visible" }, { lessonKeys }),
      store.findHeads({ scope, reach: "exact" }, { names }),
    ]);
  });
  const rows = new Map((await Promise.all(reads)).flat(2).map((row) => [row.head.id, row]));
  const keys = new Set(entries.map(({ lesson }) => lesson.key));
  const matched = [...rows.values()].filter(({ head }) => keys.has(head.lessonKey));
  const evidence = await readEvidence(
    tools,
    matched.map(({ head }) => head),
  );
  const crowded = new Set([...orphans.values()].map(({ skillId }) => skillId));
  return Promise.all(
    [...rows.values()].map(async ({ head, served }) => ({
      head,
      served,
      versions:
        hasHistory(head, served) || crowded.has(head.id)
          ? await store.listVersions(projectFilter(head.scope), [head.id])
          : [served],
      evidence: evidence.filter(({ skillId }) => skillId === head.id),
    })),
  );
}

/** A trial, a version that failed one, and one that a person went back from bear on what is written next. */
function hasHistory(head: SkillHead, served: SkillVersion): boolean {
  return head.trial !== undefined || head.latest > head.version || served.origin.kind === "rollback";
}

async function readEvidence(
  { store }: LibraryTools,
  heads: readonly SkillHead[],
): Promise<readonly Evidence[]> {
  const projects = [...new Set(heads.map(({ scope }) => scope.project))];
  const reads = projects.map((project) =>
    store.listEvidence(projectFilter({ project }), {
      skillIds: heads.filter(({ scope }) => scope.project === project).map(({ id }) => id),
    }),
  );
  return (await Promise.all(reads)).flat();
}

/** Versions, then heads. Returns the ids of the skills that another writer changed in between. */
async function writePlan(
  tools: LibraryTools,
  plan: PublishPlan,
  orphans: Map<string, SkillVersion>,
): Promise<ReadonlySet<string>> {
  const { store } = tools;
  const lost = new Set<string>();
  const fresh = plan.drafts.filter(({ newVersions }) => newVersions.length > 0);
  const stored = new Map<string, SkillVersion>();
  if (fresh.length > 0) {
    await store.addVersions(fresh.flatMap(({ newVersions }) => newVersions));
    // Insert-if-absent says nothing of what was there: read back before a head names a number.
    const projects = new Map(fresh.map(({ head }) => [head.scope.project, projectFilter(head.scope)]));
    const ids = fresh.map(({ head }) => head.id);
    const read = await Promise.all([...projects.values()].map((filter) => store.listVersions(filter, ids)));
    for (const version of read.flat()) stored.set(keyOf(version), version);
  }
  for (const { head, newVersions } of fresh) {
    const kept = newVersions.every((version) => {
      const there = stored.get(keyOf(version));
      return there !== undefined && isSameVersion(there, version);
    });
    if (kept) continue;
    lost.add(head.id);
    for (const [key, version] of stored) if (version.skillId === head.id) orphans.set(key, version);
  }
  const writes: HeadWrite[] = plan.drafts
    .filter((draft) => !lost.has(draft.head.id) && draft.head !== draft.before)
    .map((draft) => {
      const { keys } = draft.served.content;
      const there = stored.get(keyOf(draft.served)) ?? draft.served;
      const served = { ...there, content: { ...there.content, keys } };
      const head = { ...draft.head, rev: (draft.before?.rev ?? 0) + 1 };
      const searchDocument = tools.buildSearchDocument(served.content);
      return { row: { head, served, searchDocument }, expectedRev: draft.before?.rev ?? null };
    });
  if (writes.length > 0) for (const id of await store.writeHeads(writes)) lost.add(id);
  return lost;
}

/** Evidence, re-run jobs and events of what was written. */
async function finishPlan(
  { store, now, ...tools }: PublishRequest,
  plan: PublishPlan,
  lost: ReadonlySet<string>,
): Promise<void> {
  const won = plan.drafts.filter(({ head }) => !lost.has(head.id));
  const evidence = won.flatMap(({ newEvidence }) => newEvidence);
  const trials = new Map(
    won.flatMap(({ head, versions }) => {
      const trial = versions.find(({ version }) => version === head.trial?.version);
      return trial === undefined ? [] : [[head.id, trial] as const];
    }),
  );
  const rows = won.map(({ head, served }) => ({ head, served, searchDocument: "" }));
  const events = plan.events.filter((_event, place) => !isLost(plan.skillIds[place], lost));
  // None of them stands on another.
  const writes = await Promise.allSettled([
    evidence.length > 0 ? store.addEvidence(evidence) : undefined,
    syncReruns({ ...tools, store }, { rows, trials, now }),
    events.length > 0 ? store.addEvents(events) : undefined,
  ]);
  for (const write of writes) if (write.status === "rejected") throw write.reason;
  const moves = won.flatMap(({ before, head }) => (before === undefined ? [] : [{ before, after: head }]));
  await settleCallers({ ...tools, store }, moves, now);
}

function keyOf({ skillId, version }: SkillVersion): string {
  return `${skillId}@${version}`;
}
