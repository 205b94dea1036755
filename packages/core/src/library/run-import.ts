import type { HeadWrite } from "../ports/store.ts";
import type { ImportReport } from "../types/loop.ts";
import type { Scope } from "../types/scope.ts";
import type { SkillVersion } from "../types/skill.ts";
import { type ImportFile, importSkill } from "./import-skill.ts";
import { personEvent } from "./run-change.ts";
import { assertPerson, type ManageTools } from "./run-manage-tools.ts";

export interface ImportRequest {
  readonly scope: Scope;
  readonly by: string;
  readonly now: number;
  readonly files: readonly ImportFile[];
}

/**
 * Brings SKILL.md files into quarantine. A skill of the same name and content is there already; one of the
 * same name and other content is left alone and reported, since an import must not change what is in use.
 */
export async function importSkills(
  tools: ManageTools,
  { scope, by, now, files }: ImportRequest,
): Promise<ImportReport> {
  assertPerson(by);
  const { store } = tools;
  const read = files.map((file) => ({
    file,
    result: importSkill(file, { scope, by, now, scan: tools.scan }),
  }));
  const rejected = read.flatMap(({ result }) => ("rejected" in result ? [result.rejected] : []));
  const fresh = read.flatMap(({ file, result }) => ("version" in result ? [{ file, ...result }] : []));
  const names = fresh.map(({ version }) => version.content.name);
  const exact = { scope, reach: "exact" } as const;
  const there = new Map(
    (await store.findHeads(exact, { names })).map(({ head, served }) => [head.name, served] as const),
  );
  const taken = (path: string, name: string) => ({
    path,
    code: "NOT_ALLOWED",
    message: `A skill named "${name}" with other content exists. Retire or remove it first.`,
  });
  const writes: HeadWrite[] = [];
  const versions: SkillVersion[] = [];
  const imported: string[] = [];
  for (const { file, version, reasons } of fresh) {
    const { name } = version.content;
    const known = there.get(name);
    if (known !== undefined && known.hash !== version.hash) rejected.push(taken(file.path, name));
    else imported.push(name);
    if (known !== undefined) continue;
    there.set(name, version);
    const numbered = await freeNumber(tools, version);
    versions.push(numbered);
    writes.push(creation(tools, numbered, { reasons, now }));
  }
  if (versions.length > 0) await store.addVersions(versions);
  const lost = writes.length === 0 ? new Set<string>() : await store.writeHeads(writes);
  const won = writes.filter(({ row }) => !lost.has(row.head.id));
  const lostNames = new Set(
    writes.filter(({ row }) => lost.has(row.head.id)).map(({ row }) => row.head.name),
  );
  for (const name of lostNames) rejected.push(taken(name, name));
  const events = won.map(({ row }) =>
    personEvent({ by, now }, row.head, { type: "imported", detail: `by ${by}` }),
  );
  if (events.length > 0) await store.addEvents(events);
  return { imported: imported.filter((name) => !lostNames.has(name)), rejected };
}

/** A number that no version left behind by a write that died holds. */
async function freeNumber({ store }: ManageTools, version: SkillVersion): Promise<SkillVersion> {
  const stored = await store.listVersions({ scope: version.scope, reach: "exact" }, [version.skillId]);
  return { ...version, version: Math.max(0, ...stored.map((one) => one.version)) + 1 };
}

function creation(
  tools: ManageTools,
  version: SkillVersion,
  { reasons, now }: { readonly reasons: readonly string[]; readonly now: number },
): HeadWrite {
  const { skillId, scope, content } = version;
  const head = {
    id: skillId,
    scope,
    name: content.name,
    // No trace taught it, so no later lesson is the same one by its key.
    lessonKey: `imported:${content.name}`,
    version: version.version,
    status: "quarantined" as const,
    latest: version.version,
    reasons,
    rev: 1,
    createdAt: now,
    updatedAt: now,
  };
  const row = { head, served: version, searchDocument: tools.buildSearchDocument(content) };
  return { row, expectedRev: null };
}
