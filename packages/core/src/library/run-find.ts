import { SkillLoopError } from "../errors.ts";
import type { Reach, SkillRow, Store } from "../ports/store.ts";
import { nearestNames } from "../text/edit-distance.ts";
import { scopeKey } from "../text/scope-key.ts";
import { renderSkillMarkdown } from "../text/skill-file/skill-markdown.ts";
import type { Evidence } from "../types/evidence.ts";
import type { SkillDetail, VersionRecord } from "../types/loop.ts";
import type { Scope } from "../types/scope.ts";
import type { Skill, SkillStatus, SkillVersion } from "../types/skill.ts";
import { decideStatus } from "./trust.ts";

interface SkillQuery {
  readonly store: Store;
  readonly scope: Scope;
  readonly name: string;
}

/** A row as `SkillsApi` gives it. */
export function asSkill({ head, served }: SkillRow): Skill {
  return { ...head, served };
}

/** By name. `reach` defaults to what the scope sees. */
export async function listSkills({
  store,
  scope,
  reach = "visible",
  status,
}: {
  readonly store: Store;
  readonly scope: Scope;
  readonly reach?: Reach | undefined;
  readonly status?: SkillStatus | undefined;
}): Promise<readonly Skill[]> {
  const rows = await store.listHeads({ scope, reach });
  return rows
    .filter(({ head }) => status === undefined || head.status === status)
    .map(asSkill)
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.id < b.id ? -1 : 1));
}

/**
 * The skill of that name that is nearest to the scope: of those it sees, else the one in a narrower scope, as
 * a list within the scope shows it. Throws `SKILL_NOT_FOUND` with the nearest names, or with the scopes when
 * several narrower ones have a skill of that name.
 */
export async function findSkill({ store, scope, name }: SkillQuery): Promise<SkillRow> {
  const seen = await store.findHeads({ scope, reach: "visible" }, { names: [name] });
  const [nearest] = [...seen].sort(byWidth);
  if (nearest !== undefined) return nearest;
  const [narrower, ...others] = await store.findHeads({ scope, reach: "within" }, { names: [name] });
  if (narrower === undefined) throw await unknownSkill({ store, scope, name });
  if (others.length > 0) throw ambiguousSkill(name, [narrower, ...others]);
  return narrower;
}

export function ambiguousSkill(name: string, rows: readonly SkillRow[]): SkillLoopError {
  const scopes = rows.map(({ head }) => scopeKey(head.scope)).sort();
  return new SkillLoopError({
    code: "SKILL_NOT_FOUND",
    message: `"${name}" names a skill in each of several narrower scopes: ${scopes.join(", ")}.`,
    remedy: "Open the loop in the scope of the one that is meant.",
  });
}

async function unknownSkill({ store, scope, name }: SkillQuery): Promise<SkillLoopError> {
  const [seen, narrower] = await Promise.all([
    store.listHeads({ scope, reach: "visible" }),
    store.listHeads({ scope, reach: "within" }),
  ]);
  const names = new Set([...seen, ...narrower].map(({ head }) => head.name));
  const near = nearestNames(name, [...names]);
  return new SkillLoopError({
    code: "SKILL_NOT_FOUND",
    message: `There is no skill named "${name}".`,
    remedy:
      near.length > 0
        ? `Did you mean ${near.map((one) => `"${one}"`).join(" or ")}?`
        : "List the skills to see what there is.",
  });
}

/** A skill with its SKILL.md, the evidence that the reader may see, and the traces it was learned from. */
export async function getSkill(query: SkillQuery): Promise<SkillDetail> {
  const row = await findSkill(query);
  const { version, status, scope } = row.head;
  const evidence = await readableEvidence(query, row);
  const origins = evidence.filter(({ kind }) => kind === "origin");
  return {
    ...asSkill(row),
    markdown: renderSkillMarkdown(row.served.content, { version, status, hash: row.served.hash, scope }),
    evidence,
    traceIds: [...new Set(origins.map(({ traceId }) => traceId))],
  };
}

/** Every version, oldest first, with what became of it. */
export async function skillHistory(
  query: SkillQuery & { readonly now: number },
): Promise<readonly VersionRecord[]> {
  const row = await findSkill(query);
  const versions = await query.store.listVersions({ scope: row.head.scope, reach: "exact" }, [row.head.id]);
  const evidence = await readableEvidence(query, row);
  return versions
    .filter(({ version }) => version <= row.head.latest)
    .map((version) => ({
      version,
      status: statusOf(row, version, { evidence, now: query.now }),
      served: version.version === row.head.version,
      evidence: evidence.filter((one) => one.version === version.version),
    }));
}

function statusOf(
  { head }: SkillRow,
  version: SkillVersion,
  facts: { readonly evidence: readonly Evidence[]; readonly now: number },
): SkillStatus {
  if (version.version === head.version) return head.status;
  if (version.version === head.trial?.version) return head.trial.status;
  const alone = decideStatus({ version, ...facts }).status;
  return alone === "quarantined" ? "quarantined" : "retired";
}

/** A reader sees the evidence of its own and wider scopes, and of narrower ones; never another user's. */
async function readableEvidence(
  { store, scope }: SkillQuery,
  { head }: SkillRow,
): Promise<readonly Evidence[]> {
  const query = { skillIds: [head.id] };
  const [visible, within] = await Promise.all([
    store.listEvidence({ scope, reach: "visible" }, query),
    store.listEvidence({ scope, reach: "within" }, query),
  ]);
  const rows = [...new Map([...visible, ...within].map((row) => [row.id, row])).values()];
  return rows.sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
}

/** Narrower scopes first. */
function byWidth({ head: a }: SkillRow, { head: b }: SkillRow): number {
  return width(a.scope) - width(b.scope) || (scopeKey(a.scope) < scopeKey(b.scope) ? -1 : 1);
}

function width({ agent, user }: Scope): number {
  return Number(agent === undefined) + Number(user === undefined);
}
