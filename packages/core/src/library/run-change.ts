import type { SkillRow } from "../ports/store.ts";
import type { Evidence, LoopEvent } from "../types/evidence.ts";
import type { SkillHead, SkillVersion } from "../types/skill.ts";
import { assertPerson, findSkillWithin, type ManageTarget, type ManageTools } from "./run-manage-tools.ts";
import { conflict, settleCallers, syncReruns } from "./run-settle.ts";
import { MAX_ATTEMPTS, projectFilter } from "./run-tools.ts";
import { isSameVersion } from "./skill-version.ts";

/** A skill as a person's act finds it. */
export interface ChangeFacts {
  readonly head: SkillHead;
  readonly served: SkillVersion;
  readonly versions: readonly SkillVersion[];
  readonly evidence: readonly Evidence[];
  /** The number that a new version would have. */
  readonly nextVersion: number;
}

export interface SkillChange {
  /** Without `rev` and `updatedAt` moved on: that is done here. */
  readonly head: SkillHead;
  readonly served: SkillVersion;
  readonly added?: SkillVersion;
  readonly event: { readonly type: string; readonly detail: string };
}

/**
 * Carries out a person's act on one skill: decide, write the new version, move the head by compare-and-set,
 * and the same again when another writer was faster.
 */
export async function changeSkill(
  tools: ManageTools,
  target: ManageTarget,
  decide: (facts: ChangeFacts) => SkillChange,
): Promise<SkillRow> {
  assertPerson(target.by);
  const { store } = tools;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    if (attempt > 0) await tools.pause?.(attempt);
    const row = await findSkillWithin(store, target);
    const facts = await readFacts(tools, row);
    const change = decide(facts);
    if (change.added !== undefined && !(await addVersion(tools, change.added))) continue;
    const head = { ...change.head, rev: row.head.rev + 1, updatedAt: target.now };
    const searchDocument = tools.buildSearchDocument(change.served.content);
    const next: SkillRow = { head, served: change.served, searchDocument };
    const lost = await store.writeHeads([{ row: next, expectedRev: row.head.rev }]);
    if (lost.has(head.id)) continue;
    const trial = change.added?.version === head.trial?.version ? change.added : undefined;
    const trials = new Map(trial === undefined ? [] : [[head.id, trial]]);
    await syncReruns(tools, { rows: [next], trials, now: target.now });
    await store.addEvents([personEvent(target, head, change.event)]);
    await settleCallers(tools, [{ before: row.head, after: head }], target.now);
    return next;
  }
  throw conflict();
}

async function readFacts({ store }: ManageTools, { head, served }: SkillRow): Promise<ChangeFacts> {
  const filter = projectFilter(head.scope);
  const [versions, evidence] = await Promise.all([
    store.listVersions(filter, [head.id]),
    store.listEvidence(filter, { skillIds: [head.id] }),
  ]);
  const nextVersion = Math.max(head.latest, ...versions.map(({ version }) => version)) + 1;
  return {
    head,
    served,
    versions: versions.filter(({ version }) => version <= head.latest),
    evidence,
    nextVersion,
  };
}

/** Whether the number was free: versions are immutable, and another writer may have taken it. */
async function addVersion({ store }: ManageTools, version: SkillVersion): Promise<boolean> {
  await store.addVersions([version]);
  const stored = await store.listVersions({ scope: version.scope, reach: "exact" }, [version.skillId]);
  const there = stored.find((one) => one.version === version.version);
  return there !== undefined && isSameVersion(there, version);
}

export function personEvent(
  { by, now }: Pick<ManageTarget, "by" | "now">,
  head: SkillHead,
  event: SkillChange["event"],
): LoopEvent {
  return {
    id: `${event.type}:${head.id}:${head.rev}:${now}`,
    scope: head.scope,
    type: event.type,
    subject: head.name,
    detail: event.detail,
    by,
    at: now,
  };
}
