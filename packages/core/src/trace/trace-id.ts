import { canonicalJson } from "../text/canonical-json.ts";
import { shortHash } from "../text/hash.ts";
import { scopeKey } from "../text/scope-key.ts";
import type { Trace } from "../types/trace.ts";

/**
 * The id of a trace: equal for the same run of the same scope, however often it is handed in; without a
 * run id by content alone. When it was recorded, under which facts the loop was open, and the ids a
 * framework gave its calls (fresh at each saving, MA1) are no part of the content.
 */
export function traceIdOf(trace: Trace): string {
  const order = new Map<string, number>();
  const steps = trace.steps.map((step) => {
    if (step.kind === "text") return step;
    order.set(step.callId, order.size);
    return { ...step, callId: order.get(step.callId) };
  });
  const { id: _id, recordedAt: _recordedAt, environment: _environment, scope, runId, ...content } = trace;
  const shown = content.shown.map((skill) => ({ ...skill, callId: order.get(skill.callId ?? "") ?? null }));
  return `t_${shortHash(canonicalJson([scopeKey(scope), runId ?? null, { ...content, steps, shown }]), 24)}`;
}
