import { callSkeleton } from "../text/shell/command-skeleton.ts";
import { traceOutcome } from "../text/trace-outcome.ts";
import type { Evidence, EvidenceKind } from "../types/evidence.ts";
import type { Example, SkillVersion } from "../types/skill.ts";
import type { ShownSkill, Step, Trace } from "../types/trace.ts";
import { evidenceId } from "./evidence-id.ts";
import { mistakeOccurred } from "./mistake-occurred.ts";

/** A skill that stood in a run's prompt and was used in it. */
export interface AttributedUse {
  readonly skillId: string;
  readonly version: number;
  readonly by: "said" | "matched-example";
  readonly mistakeRepeated: boolean;
}

/** Stored versions by `versionKey`. */
export type KnownVersions = ReadonlyMap<string, SkillVersion>;

export function versionKey({ skillId, version }: Pick<ShownSkill, "skillId" | "version">): string {
  return `${skillId}@${version}`;
}

/**
 * What of a run's record of shown skills can be true: a run cannot have been shown a version that did not
 * exist when it was recorded. Evidence is counted by number, so without this a record could vouch beforehand
 * for whatever text later gets that number.
 */
export function credibleShown(trace: Trace, versions: KnownVersions): readonly ShownSkill[] {
  return trace.shown.filter((shown) => {
    const version = versions.get(versionKey(shown));
    return version !== undefined && version.createdAt <= trace.recordedAt;
  });
}

/**
 * Which of the skills shown in a run were used in it. Shown is not used: the session said so, or a later call
 * that went well is of the kind that the skill's example shows. A version that is not among `versions`, or is
 * younger than the run, was not shown in it, whatever the run says.
 */
export function attributeUses(trace: Trace, versions: KnownVersions): readonly AttributedUse[] {
  const said = new Set(trace.used);
  const uses = new Map<string, AttributedUse>();
  for (const shown of credibleShown(trace, versions)) {
    const key = versionKey(shown);
    const content = versions.get(key)?.content;
    const later = stepsAfter(trace.steps, shown);
    const isSaid = said.has(shown.name) || said.has(shown.skillId);
    const matches = content?.example !== undefined && followsExample(later, content.example);
    if (!isSaid && !matches) continue;
    const mistake = content?.mistake;
    const mistakeRepeated = mistake !== undefined && mistakeOccurred(later, mistake);
    const by = isSaid ? "said" : "matched-example";
    const before = uses.get(key);
    // Shown twice, at the task and at an error, is one use; what came after the first showing counts.
    if (before === undefined)
      uses.set(key, { skillId: shown.skillId, version: shown.version, by, mistakeRepeated });
    else if (isSaid) uses.set(key, { ...before, by });
  }
  return [...uses.values()];
}

/** The steps that a skill could bear on: all of a run, or those after the failed call that it was a hint for. */
export function stepsAfter(steps: readonly Step[], shown: ShownSkill): readonly Step[] {
  if (shown.when === "task" || shown.callId === undefined) return steps;
  const at = steps.findIndex((step) => step.kind === "tool" && step.callId === shown.callId);
  return steps.slice(at + 1);
}

/** The last call of an example is the one that worked; those before it led there. */
function followsExample(steps: readonly Step[], example: Example): boolean {
  const last = example.calls.at(-1);
  return (
    last !== undefined &&
    steps.some(
      (step) =>
        step.kind === "tool" &&
        step.outcome === "ok" &&
        step.tool === last.tool &&
        callSkeleton(step.tool, step.input) === last.skeleton,
    )
  );
}

/**
 * The evidence rows of a run's uses. Only a test is independent; what a user, a judge or the agent says of
 * the run is kept as an opinion. A run that ended neither well nor badly says nothing.
 */
export function useRows(trace: Trace, uses: readonly AttributedUse[]): readonly Evidence[] {
  const { outcome, source } = traceOutcome(trace.signals);
  if (outcome !== "success" && outcome !== "failure") return [];
  const kind: EvidenceKind =
    source === "test" ? "use" : source === "user" || source === "judge" ? "judge" : "self";
  const check = trace.signals.filter((signal) => signal.source === source).at(-1)?.check;
  const runId = trace.runId ?? trace.id;
  return uses.map(({ skillId, version, by, mistakeRepeated }) => ({
    id: evidenceId({ skillId, version, kind, scope: trace.scope, runId }),
    scope: trace.scope,
    skillId,
    version,
    kind,
    passed: outcome === "success",
    ...(check !== undefined && { check }),
    runId,
    traceId: trace.id,
    mistakeRepeated,
    attributedBy: by,
    at: trace.recordedAt,
  }));
}
