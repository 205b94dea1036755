import { SkillLoopError } from "../errors.ts";
import type { Reach, SkillRow, Store } from "../ports/store.ts";
import { nearestNames } from "../text/edit-distance.ts";
import { scopeKey } from "../text/scope-key.ts";
import { renderSkillMarkdown } from "../text/skill-markdown.ts";
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

/** The skill of that name that is nearest to the scope. Throws `SKILL_NOT_FOUND` with the nearest names. */
export async function findSkill({ store, scope, name }: SkillQuery): Promise<SkillRow> {
  const rows = await store.findHeads({ scope, reach: "visible" }, { names: [name] });
  const [nearest] = [...rows].sort(
    (a, b) =>
      width(a.head.scope) - width(b.head.scope) || (scopeKey(a.head.scope) < scopeKey(b.head.scope) ? -1 : 1),
  );
  if (nearest !== undefined) return nearest;
  const all = await store.listHeads({ scope, reach: "visible" });
  const near = nearestNames(
    name,
    all.map(({ head }) => head.name),
  );
  throw new SkillLoopError({
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

/** Smaller for a narrower scope. */
function width({ agent, user }: Scope): number {
  return Number(agent === undefined) + Number(user === undefined);
}
