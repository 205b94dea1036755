import type { SkillRow, Store } from "../ports/store.ts";
import { assertScope, covers, scopeKey, skillIdOf } from "../text/scope-key.ts";
import type { Evidence } from "../types/evidence.ts";
import type { Scope } from "../types/scope.ts";
import type { Skill, SkillVersion } from "../types/skill.ts";
import { evidenceId } from "./evidence-id.ts";
import { personEvent } from "./run-change.ts";
import { ambiguousSkill, asSkill } from "./run-find.ts";
import { removeSkill } from "./run-manage.ts";
import {
  assertPerson,
  findSkillWithin,
  type ManageTarget,
  type ManageTools,
  notAllowed,
} from "./run-manage-tools.ts";
import { conflict, settleSkills, syncReruns } from "./run-settle.ts";
import { projectFilter } from "./run-tools.ts";
import { decideStatus } from "./trust.ts";

/**
 * Moves a skill to a wider scope, with its evidence. The text leaves the circle it was learned in, so it is
 * scanned again. Written before the narrow one is removed: a move that dies half-way is simply asked for again.
 * Throws `NOT_ALLOWED` when the wider scope has a namesake that the skill would be lost in.
 */
export async function widenSkill(
  tools: ManageTools,
  target: ManageTarget & { readonly to: Scope },
): Promise<Skill> {
  assertPerson(target.by);
  assertScope(target.to);
  const { store, now } = { ...tools, now: target.now };
  const { head, served } = await findToWiden(store, target);
  assertWider(head.scope, target.to);
  if (served.holds.length > 0)
    throw notAllowed(`"${head.name}" is held.`, "Approve it before it is widened.");
  const verdict = tools.scan(served.content);
  if (verdict.decision === "reject") {
    const found = verdict.reasons.map(({ detail }) => detail).join(", ");
    throw notAllowed(`"${head.name}" is not let through: ${found}.`, "Mend the text before it is widened.");
  }
  const id = skillIdOf(target.to, head.name);
  const [there] = await store.findHeads({ scope: target.to, reach: "exact" }, { ids: [id] });
  const narrow = { head, served, searchDocument: "" };
  const row =
    there === undefined
      ? await writeWide(tools, narrow, { id, target })
      : await joinWide(tools, narrow, { there, now });
  await removeSkill(tools, { ...target, scope: head.scope });
  const detail = `from ${scopeKey(head.scope)} to ${scopeKey(target.to)}`;
  await store.addEvents([personEvent({ by: target.by, now }, row.head, { type: "widened", detail })]);
  return asSkill(row);
}

/**
 * The skill that is narrower than where it goes. The nearest of that name may be the one in the wider scope,
 * which a move that died half-way has left there.
 */
async function findToWiden(store: Store, target: ManageTarget & { readonly to: Scope }): Promise<SkillRow> {
  const { scope, name, to } = target;
  const within = await store.findHeads({ scope, reach: "within" }, { names: [name] });
  const narrower = within.filter(({ head }) => isNarrower(head.scope, to));
  const own = narrower.find(({ head }) => scopeKey(head.scope) === scopeKey(scope));
  const [first, ...others] = narrower;
  if (own !== undefined) return own;
  if (first === undefined) return findSkillWithin(store, target);
  if (others.length > 0) throw ambiguousSkill(name, narrower);
  return first;
}

/**
 * A skill in the wider scope that says the same and is met by the same lessons takes the evidence over. One
 * that is out of use, or another skill, does not: the narrow one would be gone and nothing served in its place.
 */
async function joinWide(
  tools: ManageTools,
  narrow: SkillRow,
  { there, now }: { readonly there: SkillRow; readonly now: number },
): Promise<SkillRow> {
  const { store } = tools;
  const { name, status } = there.head;
  if (there.served.hash !== narrow.served.hash || there.head.lessonKey !== narrow.head.lessonKey) {
    throw notAllowed(
      `"${name}" exists in the wider scope already.`,
      "Retire or remove one of the two first.",
    );
  }
  if (status === "retired" || status === "quarantined") {
    throw notAllowed(`"${name}" exists in the wider scope and is ${status} there.`, "Remove that one first.");
  }
  const moved = await movedEvidence(tools, narrow, there.served);
  if (moved.length > 0) await store.addEvidence(moved);
  const filter = { scope: there.head.scope, reach: "exact" } as const;
  const [settled] = await settleSkills(tools, { filter, ids: [there.head.id], now });
  if (settled === undefined) throw conflict();
  return settled;
}

/** What bears on the served version: its own rows and those of the skill's origins. */
async function movedEvidence(
  { store }: ManageTools,
  { head, served }: SkillRow,
  to: SkillVersion,
): Promise<readonly Evidence[]> {
  const rows = await store.listEvidence(projectFilter(head.scope), { skillIds: [head.id] });
  return rows
    .filter((row) => row.kind === "origin" || row.version === served.version)
    .map((row) => movedRow(row, to));
}

async function writeWide(
  tools: ManageTools,
  narrow: SkillRow,
  { id, target }: { readonly id: string; readonly target: ManageTarget & { readonly to: Scope } },
): Promise<SkillRow> {
  const { store } = tools;
  const { head, served } = narrow;
  const wide = { scope: target.to, reach: "exact" } as const;
  const orphans = await store.listVersions(wide, [id]);
  const number = Math.max(0, ...orphans.map(({ version }) => version)) + 1;
  const version: SkillVersion = {
    ...served,
    skillId: id,
    scope: target.to,
    version: number,
    origin: { kind: served.origin.kind, by: target.by },
    createdAt: target.now,
  };
  await store.addVersions([version]);
  const moved = await movedEvidence(tools, narrow, version);
  if (moved.length > 0) await store.addEvidence(moved);
  const { status, reasons } = decideStatus({ version, evidence: moved, now: target.now });
  const next: SkillRow = {
    head: {
      id,
      scope: target.to,
      name: head.name,
      lessonKey: head.lessonKey,
      version: number,
      status,
      latest: number,
      reasons,
      rev: 1,
      createdAt: target.now,
      updatedAt: target.now,
    },
    served: version,
    searchDocument: tools.buildSearchDocument(version.content),
  };
  const lost = await store.writeHeads([{ row: next, expectedRev: null }]);
  if (lost.size > 0) throw conflict();
  await syncReruns(tools, { rows: [next], trials: new Map(), now: target.now });
  return next;
}

/** Each row keeps the scope of its run: one user's runs stay one user's among those who share the skill. */
function movedRow(row: Evidence, version: SkillVersion): Evidence {
  const subject = { skillId: version.skillId, version: version.version };
  return {
    ...row,
    id: `${evidenceId({ ...row, ...subject })}:${row.traceId}`,
    ...subject,
  };
}

function isNarrower(narrow: Scope, wide: Scope): boolean {
  return scopeKey(narrow) !== scopeKey(wide) && covers(wide, narrow);
}

function assertWider(from: Scope, to: Scope): void {
  if (isNarrower(from, to)) return;
  throw notAllowed(
    `${scopeKey(to)} is not wider than ${scopeKey(from)}.`,
    "Leave out the agent or the user of the skill's own scope.",
  );
}
