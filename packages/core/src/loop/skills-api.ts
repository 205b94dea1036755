import { SkillLoopError } from "../errors.ts";
import { gateSkill } from "../gate/gate-skill.ts";
import { scanSkill } from "../guard/scan.ts";
import { isOwnSkillFile } from "../library/own-skill-file.ts";
import { getSkill, listSkills, skillHistory } from "../library/run-find.ts";
import { importSkills } from "../library/run-import.ts";
import { approveSkill, removeSkill, retireSkill, rollbackSkill } from "../library/run-manage.ts";
import { type ManageTarget, type ManageTools, notAllowed } from "../library/run-manage-tools.ts";
import { widenSkill } from "../library/run-widen.ts";
import { renderSkillMarkdown } from "../text/skill-file/skill-markdown.ts";
import type { ExportReport, ImportReport, SkillsApi } from "../types/loop.ts";
import type { Scope } from "../types/scope.ts";
import { libraryTools } from "./library-tools.ts";
import type { LoopCore } from "./loop-core.ts";
import type { LoopEmbedding } from "./loop-embedding.ts";

export type SkillsPorts = Pick<LoopCore, "store" | "clock" | "owner"> & {
  readonly embedding: Pick<LoopEmbedding, "reembed">;
};

/** The person's side of the library, as one scope sees it. */
export function createSkillsApi(core: SkillsPorts, scope: Scope): SkillsApi {
  const { store, clock } = core;
  const tools: ManageTools = { ...libraryTools(core), scan: scanSkill, gate: gateSkill };
  const target = (name: string, by: string): ManageTarget => ({ scope, name, by, now: clock.now() });
  return {
    list: ({ reach, status } = {}) => listSkills({ store, scope, reach, status }),
    get: (name) => getSkill({ store, scope, name }),
    history: (name) => skillHistory({ store, scope, name, now: clock.now() }),
    rollback: (name, version, { by }) => rollbackSkill(tools, { ...target(name, by), version }),
    approve: (name, { by, rerun }) => approveSkill(tools, { ...target(name, by), rerun }),
    widen: (name, { by, scope: to }) => widenSkill(tools, { ...target(name, by), to }),
    retire: (name, { by, reason }) => retireSkill(tools, { ...target(name, by), reason }),
    remove: (name, { by }) => removeSkill(tools, target(name, by)),
    importDirectory: (directory, { by }) => importFrom(directory, { tools, scope, by, now: clock.now() }),
    reembed: (options) => core.embedding.reembed(scope, options),
    exportDirectory: (directory, { names } = {}) => exportTo(directory, { core, scope, names }),
  };
}

async function importFrom(
  directory: string,
  {
    tools,
    ...request
  }: { readonly tools: ManageTools; readonly scope: Scope; readonly by: string; readonly now: number },
): Promise<ImportReport> {
  const { readSkillFolders } = await import("../io/skill-files.ts");
  const { files, refused } = await readSkillFolders(directory);
  const report = await importSkills(tools, { ...request, files });
  return { imported: report.imported, rejected: [...refused, ...report.rejected] };
}

/**
 * What has earned its place, of all the skills the scope sees, the narrowest where two scopes have one name;
 * or those that are named, whatever their status. A SKILL.md of other hands is overwritten by a named one only.
 */
async function exportTo(
  directory: string,
  {
    core,
    scope,
    names,
  }: { readonly core: SkillsPorts; readonly scope: Scope; readonly names: readonly string[] | undefined },
): Promise<ExportReport> {
  const { writeSkillFolders } = await import("../io/skill-files.ts");
  const wanted =
    names ??
    (await listSkills({ store: core.store, scope }))
      .filter(({ status }) => status === "active" || status === "trusted")
      .map(({ name }) => name);
  const skills = await Promise.all(
    [...new Set(wanted)].map((name) => getSkill({ store: core.store, scope, name })),
  );
  const files = skills.map((skill) => {
    const { version, status, scope: own } = skill;
    const facts = { version, status, hash: skill.served.hash, scope: own };
    return { name: skill.name, text: renderSkillMarkdown(skill.served.content, facts) };
  });
  if (names === undefined) await assertOursToWrite(directory, files);
  await writeSkillFolders(directory, files);
  return { directory, exported: files.map(({ name }) => name) };
}

/** Before the first write, so that a refused export has changed nothing. */
async function assertOursToWrite(
  directory: string,
  files: readonly { readonly name: string }[],
): Promise<void> {
  const foreign: string[] = [];
  for (const { name } of files) {
    if (await isForeign(`${directory}/${name}`)) foreign.push(name);
  }
  if (foreign.length === 0) return;
  throw notAllowed(
    `${directory} has a SKILL.md of other hands for ${foreign.join(", ")}.`,
    "Export to another folder, or name these skills to overwrite them.",
  );
}

async function isForeign(folder: string): Promise<boolean> {
  const { readSkillFolders } = await import("../io/skill-files.ts");
  try {
    const { files, refused } = await readSkillFolders(folder);
    return refused.length > 0 || files.some(({ text }) => !isOwnSkillFile(text));
  } catch (error) {
    // No such folder, so nothing to overwrite.
    if (SkillLoopError.isInstance(error) && error.code === "INVALID_OPTIONS") return false;
    throw error;
  }
}
