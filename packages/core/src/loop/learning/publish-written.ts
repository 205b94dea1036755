import { gateSkill } from "../../gate/gate-skill.ts";
import { judgedHolds } from "../../gate/judged-holds.ts";
import type { PublishedLesson } from "../../library/run-publish.ts";
import { publishLessons } from "../../library/run-publish.ts";
import type { LibraryTools } from "../../library/run-tools.ts";
import type { GateReport } from "../../types/gate-report.ts";
import type { Lesson } from "../../types/lesson.ts";
import type { SkillContent } from "../../types/skill.ts";
import type { Verdict } from "../../types/verdict.ts";
import type { WrittenSkill } from "../../types/written-skill.ts";
import type { ModelStages } from "./model-learning.ts";
import { usesAllowedIn } from "./uses-allowed.ts";

/** A text that a model wrote for several runs is not written again by a further one. */
const keepsItsText = (existing: SkillContent): SkillContent => existing;

/**
 * Puts what was written into the library: a lesson for each run that it is made of, so that the runs count and not the calls.
 * Publishing it again changes nothing. Throws as `publishLessons`.
 */
export async function publishWritten(
  tools: LibraryTools & { readonly now: number },
  publishPatch: ModelStages["publishPatch"],
  { written, report }: { readonly written: WrittenSkill; readonly report: GateReport },
): Promise<readonly PublishedLesson[]> {
  const held = {
    ...written,
    lessons: written.lessons.map((lesson) => withJudgedHolds(lesson, report.verdict)),
  };
  if (held.action === "patch") {
    const named = { ...report, verdict: asLibraryVerdict(report.verdict) };
    const published = await publishPatch(tools, { written: held, report: named });
    const { skillId } = held.patch;
    return [{ ...published, ...(published.version !== undefined && { skillId }) }];
  }
  const entries = held.lessons.map((lesson) => ({
    lesson,
    verdict: asLibraryVerdict(report.verdict),
    rerun: held.rerun,
  }));
  const allowedUses = await usesAllowedIn(tools.store, held.lessons);
  return publishLessons({ ...tools, entries, mergeLesson: keepsItsText, gate: gateSkill, allowedUses });
}

/** What judges hold is held in their name: the library tells a finding of the scan from an opinion. */
export function withJudgedHolds(lesson: Lesson, verdict: Verdict): Lesson {
  const holds = judgedHolds(verdict).filter((hold) => !lesson.holds.includes(hold));
  return holds.length === 0 ? lesson : { ...lesson, holds: [...lesson.holds, ...holds] };
}

/** A reason of a judge under the name of its hold, by which the library takes it for known. */
export function asLibraryVerdict(verdict: Verdict): Verdict {
  const named = (code: string): string =>
    judgedHolds({ decision: "hold", reasons: [{ code, detail: "" }] })[0] ?? code;
  return { ...verdict, reasons: verdict.reasons.map((reason) => ({ ...reason, code: named(reason.code) })) };
}
