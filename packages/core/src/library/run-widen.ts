import type { SkillRow } from "../ports/store.ts";
import { assertScope, reaches, scopeKey, skillIdOf } from "../text/scope-key.ts";
import type { Evidence } from "../types/evidence.ts";
import type { Scope } from "../types/scope.ts";
import type { Skill, SkillVersion } from "../types/skill.ts";
import { evidenceId } from "./evidence-id.ts";
import { personEvent } from "./run-change.ts";
import { asSkill, findSkill } from "./run-find.ts";
import { removeSkill } from "./run-manage.ts";
import { assertPerson, type ManageTarget, type ManageTools, notAllowed } from "./run-manage-tools.ts";
import { conflict, syncReruns } from "./run-settle.ts";
import { projectFilter } from "./run-tools.ts";
import { decideStatus } from "./trust.ts";

/**
 * Moves a skill to a wider scope, with its evidence. The text leaves the circle it was learned in, so it is
 * scanned again. Written before the narrow one is removed: a move that dies half-way is simply asked for again.
 */
export async function widenSkill(
  tools: ManageTools,
  target: ManageTarget & { readonly to: Scope },
): Promise<Skill> {
  assertPerson(target.by);
  assertScope(target.to);
  const { store, now } = { ...tools, now: target.now };
  const { head, served } = await findSkill({ store, ...target });
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
  if (there !== undefined && there.served.hash !== served.hash) {
    throw notAllowed(
      `"${head.name}" exists in the wider scope already.`,
      "Retire or remove one of the two first.",
    );
  }
  const row = there ?? (await writeWide(tools, { head, served, searchDocument: "" }, { id, target }));
  await removeSkill(tools, { ...target, scope: head.scope });
  const detail = `from ${scopeKey(head.scope)} to ${scopeKey(target.to)}`;
  await store.addEvents([personEvent({ by: target.by, now }, row.head, { type: "widened", detail })]);
  return asSkill(row);
}

async function writeWide(
  tools: ManageTools,
  { head, served }: SkillRow,
  { id, target }: { readonly id: string; readonly target: ManageTarget & { readonly to: Scope } },
): Promise<SkillRow> {
  const { store } = tools;
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
  const rows = await store.listEvidence(projectFilter(head.scope), { skillIds: [head.id] });
  const moved = rows
    .filter((row) => row.kind === "origin" || row.version === served.version)
    .map((row) => movedRow(row, version));
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

function assertWider(from: Scope, to: Scope): void {
  if (scopeKey(from) !== scopeKey(to) && reaches(to, "within", from)) return;
  throw notAllowed(
    `${scopeKey(to)} is not wider than ${scopeKey(from)}.`,
    "Leave out the agent or the user of the skill's own scope.",
  );
}
