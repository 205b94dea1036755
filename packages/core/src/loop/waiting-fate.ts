import type { Store } from "../ports/store.ts";
import type { Job, TraceFate } from "../types/job.ts";
import { traceFate } from "./process-queue.ts";

/** What became of a trace, also after its end: a lesson that waited may have found its skill since. */
export async function currentFate(
  store: Pick<Store, "listClaims" | "findHeads">,
  job: Job,
): Promise<TraceFate> {
  const fate = traceFate(job);
  if (fate.state !== "done" || fate.result !== "waiting") return fate;
  const filter = { scope: job.scope, reach: "visible" } as const;
  const claims = await store.listClaims(filter, { traceIds: [job.id], state: "used" });
  const ids = [...new Set(claims.flatMap(({ skillId }) => skillId ?? []))];
  if (ids.length === 0) return fate;
  const rows = await store.findHeads(filter, { ids });
  const skills = rows.map(({ head }) => head.name).sort();
  // A skill that was removed has taken the lesson with it.
  if (skills.length === 0) return { ...fate, reason: "its lesson was used by a skill that is gone" };
  return {
    ...fate,
    result: "learned",
    stage: "library",
    reason: `its lesson was used by ${skills.join(", ")}`,
    skills,
  };
}
