import type { SkillRow } from "../ports/store.ts";
import { lessonEventId } from "../text/event-id.ts";
import type { LoopEvent } from "../types/evidence.ts";
import type { GateReport } from "../types/gate-report.ts";
import type { Lesson } from "../types/lesson.ts";
import type { BulletCounts } from "../types/patch.ts";
import type { SkillVersion } from "../types/skill.ts";
import { decidePatch, type PatchDecision, type PatchRules, type WrittenPatch } from "./decide-patch.ts";
import { patchRow } from "./patch-row.ts";
import type { PublishedLesson } from "./publish-types.ts";
import { conflict, readTrials, settleCallers, syncReruns } from "./run-settle.ts";
import { type LibraryTools, MAX_ATTEMPTS, projectFilter } from "./run-tools.ts";
import { isSameVersion } from "./skill-version.ts";

/**
 * Puts a patch into the library as a new version, in this order: version, head, evidence, re-run job, event. Each write is
 * insert-if-absent or compare-and-set, so that a patch whose writing died is simply published again. Where its base has moved,
 * it is applied anew by ids, or dropped. Answers with its first lesson; throws `STORE_CONFLICT` when other writers never let go.
 */
export async function publishPatch(
  tools: LibraryTools & { readonly now: number },
  { written, report, ...rules }: { readonly written: WrittenPatch; readonly report: GateReport } & PatchRules,
): Promise<PublishedLesson> {
  const { store, now } = tools;
  const { skillId } = written.patch;
  const [lesson] = written.lessons;
  if (lesson === undefined) throw new RangeError("A patch names the runs that speak for it.");
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    if (attempt > 0) await tools.pause?.(attempt);
    // A patch is made of words of its own scope, and may not reach another one.
    const [row] = await store.findHeads({ scope: lesson.scope, reach: "exact" }, { ids: [skillId] });
    if (row === undefined) return { lesson, outcome: "rejected", reason: "the skill was removed" };
    const facts = await readFacts(tools, row);
    const decision = decidePatch(written, report, { ...row, ...facts, rules, now });
    const next = await moveHead(tools, row, decision);
    if (next === undefined) continue;
    await finish(tools, { written, row: next, decision, lesson });
    await settleCallers(tools, [{ before: row.head, after: next.head }], now);
    const { outcome, reason, version } = decision;
    const skill = {
      skillName: row.head.name,
      skillId,
      ...(version !== undefined && { version: version.version }),
    };
    return { lesson, outcome, reason, ...(outcome !== "rejected" && skill) };
  }
  throw conflict();
}

async function readFacts({ store }: LibraryTools, { head }: SkillRow) {
  const filter = projectFilter(head.scope);
  const [versions, evidence, stats] = await Promise.all([
    store.listVersions(filter, [head.id]),
    store.listEvidence(filter, { skillIds: [head.id] }),
    store.listStats(filter, [head.id]),
  ]);
  const counts = stats.flatMap(({ bulletId, helpful, harmful }): readonly BulletCounts[] =>
    bulletId === undefined ? [] : [{ bulletId, helpful, harmful }],
  );
  return { versions, evidence, counts };
}

/** The row as it stands after the decision; `undefined` where another writer was faster. */
async function moveHead(
  tools: LibraryTools,
  row: SkillRow,
  { head, version }: PatchDecision,
): Promise<SkillRow | undefined> {
  if (head === undefined || version === undefined) return row;
  if (!(await addVersion(tools, version))) return undefined;
  const served = head.version === version.version ? version : row.served;
  const searchDocument =
    served === row.served ? row.searchDocument : tools.buildSearchDocument(served.content);
  const next: SkillRow = { head: { ...head, rev: row.head.rev + 1 }, served, searchDocument };
  const lost = await tools.store.writeHeads([{ row: next, expectedRev: row.head.rev }]);
  return lost.size > 0 ? undefined : next;
}

/** Whether the number holds this version: it is immutable, and another writer may have taken it. */
async function addVersion({ store }: LibraryTools, version: SkillVersion): Promise<boolean> {
  await store.addVersions([version]);
  const stored = await store.listVersions({ scope: version.scope, reach: "exact" }, [version.skillId]);
  const there = stored.find((one) => one.version === version.version);
  return there !== undefined && isSameVersion(there, version);
}

async function finish(
  tools: LibraryTools & { readonly now: number },
  facts: {
    readonly written: WrittenPatch;
    readonly row: SkillRow;
    readonly decision: PatchDecision;
    readonly lesson: Lesson;
  },
): Promise<void> {
  const { store, now } = tools;
  const { written, row, decision, lesson } = facts;
  const { version, outcome, reason } = decision;
  if (version !== undefined) {
    await store.addEvidence(written.lessons.map((one) => patchRow(one, version, now)));
    await syncReruns(tools, { rows: [row], trials: await readTrials(tools, [row]), now });
  }
  const event: LoopEvent = {
    id: lessonEventId(lesson),
    scope: lesson.scope,
    type: version === undefined ? outcome : "patched",
    subject: row.head.name,
    detail: `trace ${lesson.traceId}: ${reason}; ${written.patch.reason}`,
    at: now,
  };
  await store.addEvents([event]);
}
