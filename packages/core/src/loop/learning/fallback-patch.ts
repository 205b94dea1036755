import { rerunSpecOf } from "../../library/rerun-spec.ts";
import type { Store } from "../../ports/store.ts";
import { scopeKey } from "../../text/scope-key.ts";
import type { SkillPatch } from "../../types/patch.ts";
import type { Trace } from "../../types/trace.ts";
import type { ModelStages, WrittenPatch } from "./model-learning.ts";

/** Behind those of all other lessons of a run: two that share a number would share an event. */
const FALLBACK_INDEX = 195;

/**
 * What a run adds to a procedure of its own scope, as it goes through gate and trial. `undefined` where the procedure is gone or
 * has changed so that it no longer fits: the next run that meets the failure proposes it again.
 */
export async function fallbackPatch(
  {
    store,
    stages,
  }: { readonly store: Pick<Store, "findHeads">; readonly stages: Pick<ModelStages, "applyPatch"> },
  { trace, patch }: { readonly trace: Trace; readonly patch: SkillPatch },
): Promise<WrittenPatch | undefined> {
  const { scope, id: traceId, runId, task, environment } = trace;
  const [row] = await store.findHeads({ scope, reach: "exact" }, { ids: [patch.skillId] });
  if (row === undefined || scopeKey(row.head.scope) !== scopeKey(scope) || row.head.version !== patch.base)
    return undefined;
  const { content, applied } = stages.applyPatch(row.served.content, patch, []);
  if (applied.length < patch.operations.length) return undefined;
  const lesson = {
    kind: content.kind,
    key: row.head.lessonKey,
    scope,
    traceId,
    ...(runId !== undefined && { runId }),
    index: FALLBACK_INDEX,
    task,
    environment,
    content,
    quotes: [],
    verified: true,
    holds: [],
    transient: false,
  };
  return { action: "patch", patch, lessons: [lesson], rerun: rerunSpecOf(trace), claimIds: [] };
}
