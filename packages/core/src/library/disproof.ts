import { callSkeleton } from "../text/shell/command-skeleton.ts";
import type { Evidence } from "../types/evidence.ts";
import type { SkillVersion } from "../types/skill.ts";
import type { Trace } from "../types/trace.ts";
import { evidenceId } from "./evidence-id.ts";
import { mistakeOccurred } from "./mistake-occurred.ts";

/**
 * The row of a run that speaks against a transient lesson ("the network is down"): the call that had failed
 * went well, did not fail once, and the skill was not there to help. `undefined` when the run says nothing.
 */
export function disproofRow(trace: Trace, version: SkillVersion): Evidence | undefined {
  const { mistake } = version.content;
  if (version.expiresAt === undefined || mistake === undefined) return undefined;
  if (trace.shown.some(({ skillId }) => skillId === version.skillId)) return undefined;
  const wentWell = trace.steps.some(
    (step) =>
      step.kind === "tool" &&
      step.outcome === "ok" &&
      step.tool === mistake.tool &&
      callSkeleton(step.tool, step.input) === mistake.skeleton,
  );
  if (!wentWell || mistakeOccurred(trace.steps, mistake)) return undefined;
  const runId = trace.runId ?? trace.id;
  const subject = { skillId: version.skillId, version: version.version };
  return {
    id: evidenceId({ ...subject, kind: "without", scope: trace.scope, runId }),
    scope: trace.scope,
    ...subject,
    kind: "use",
    passed: false,
    runId,
    traceId: trace.id,
    mistakeRepeated: false,
    // Without an attribution it is no use of the skill: `summariseLedger` reads it as a disproof alone.
    lift: 0,
    detail: "the same call went well without this skill",
    at: trace.recordedAt,
  };
}
