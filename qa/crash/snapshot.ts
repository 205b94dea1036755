import { SkillLoop } from "@skillloop/core";
import { canonicalJson } from "../../packages/core/src/text/canonical-json.ts";
import { countDuplicateRows, openStoreForQa } from "../open-store.ts";
import { CRASH_SCOPE } from "./traces.ts";

export interface HomeSnapshot {
  /** Everything that was learned, without times, in one comparable text. */
  readonly library: string;
  readonly missing: readonly string[];
  /** Traces acknowledged but not worked off. */
  readonly unfinished: readonly string[];
  readonly duplicateRows: number;
}

/** What a home holds after the dust has settled. */
export async function snapshot(home: string, acknowledged: ReadonlySet<string>): Promise<HomeSnapshot> {
  const store = await openStoreForQa(home);
  const loop = await SkillLoop.open({ home, store, scope: CRASH_SCOPE, worker: "manual" });
  const filter = { scope: CRASH_SCOPE, reach: "within" } as const;
  const [skills, evidence, jobs] = [
    await store.listHeads(filter),
    await store.listEvidence(filter, {}),
    await store.listJobs({ filter }),
  ];
  const claims = await store.listClaims(filter, {});
  const versions = await Promise.all(skills.map(({ head }) => store.listVersions(filter, [head.id])));
  const missing: string[] = [];
  const unfinished: string[] = [];
  for (const id of acknowledged) {
    const found = await loop.trace(id).catch(() => undefined);
    if (found === undefined) missing.push(id);
    else if (found.fate.state !== "done") unfinished.push(id);
  }
  await loop.close();
  const library = canonicalJson({
    skills: skills
      .map(({ head, served, vectors }) => [
        head.name,
        head.status,
        head.version,
        head.latest,
        served.hash,
        vectors?.textKey ?? "",
      ])
      .sort(),
    versions: versions
      .flat()
      .map((version) => [version.skillId, version.version, version.hash])
      .sort(),
    evidence: evidence.map((row) => [row.id, row.passed]).sort(),
    claims: claims.map(({ id, state, skillId = "" }) => [id, state, skillId]).sort(),
    jobs: jobs.map((job) => [job.id, job.kind, job.state, job.result ?? "", [...job.skills].sort()]).sort(),
  });
  return { library, missing, unfinished, duplicateRows: await countDuplicateRows(home) };
}
