import type { Evidence } from "../types/evidence.ts";
import type { Lesson } from "../types/lesson.ts";
import type { SkillVersion } from "../types/skill.ts";
import { evidenceId } from "./evidence-id.ts";

const PATCHED = "this run spoke for a change of the skill";

/**
 * The run that a patch comes from, as an origin of the version that the patch made and of no other. It earns that version
 * nothing, whatever became of the run.
 */
export function patchRow(lesson: Lesson, version: SkillVersion, now: number): Evidence {
  const { scope, traceId } = lesson;
  const runId = lesson.runId ?? traceId;
  const subject = { skillId: version.skillId, version: version.version };
  return {
    id: evidenceId({ ...subject, kind: "origin", scope, runId }),
    scope,
    ...subject,
    kind: "origin",
    passed: false,
    runId,
    traceId,
    mistakeRepeated: false,
    detail: PATCHED,
    at: now,
  };
}

export function isPatchRow({ kind, detail }: Evidence): boolean {
  return kind === "origin" && detail === PATCHED;
}
