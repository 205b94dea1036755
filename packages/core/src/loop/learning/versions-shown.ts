import { readShownVersions } from "../../library/run-evidence.ts";
import type { SkillVersion } from "../../types/skill.ts";
import type { Trace } from "../../types/trace.ts";
import { type LibraryPorts, libraryTools } from "../library-tools.ts";

export interface VersionsShown {
  readonly shown: readonly SkillVersion[];
  readonly used: readonly SkillVersion[];
}

/**
 * The versions that runs were really shown, by trace id, and which of them were used. Of a re-run it is the version that was
 * run: that one stood in the prompt, whatever the runner's record says.
 */
export async function versionsShown(
  ports: LibraryPorts,
  traces: readonly Trace[],
): Promise<ReadonlyMap<string, VersionsShown>> {
  const tasks = traces.filter(({ rerunOf }) => rerunOf === undefined);
  const shown = new Map<string, VersionsShown>(await readShownVersions(libraryTools(ports), tasks));
  for (const { id, scope, rerunOf } of traces) {
    if (rerunOf === undefined) continue;
    const versions = await ports.store.listVersions({ scope, reach: "exact" }, [rerunOf.skillId]);
    shown.set(id, { shown: versions.filter(({ version }) => version === rerunOf.version), used: [] });
  }
  return shown;
}
