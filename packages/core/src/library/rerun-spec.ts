import { SkillLoopError } from "../errors.ts";
import { redactText } from "../guard/redact.ts";
import { redactValue } from "../guard/redact-value.ts";
import type { Job } from "../types/job.ts";
import type { ApprovalRerun } from "../types/loop.ts";
import type { RerunSpec, SkillVersion } from "../types/skill.ts";
import type { Trace } from "../types/trace.ts";

/** What a re-run of a trace's task needs, with the last check that passed in it. */
export function rerunSpecOf(trace: Trace): RerunSpec {
  const passed = trace.signals.filter(
    ({ source, outcome, check }) => source === "test" && outcome === "success" && check !== undefined,
  );
  const check = passed.at(-1)?.check;
  const { task, environment, context } = trace;
  return { task, environment, ...(check !== undefined && { check }), context, traceId: trace.id };
}

/**
 * What a re-run needs of a run that went wrong: the check that failed is the one that has to pass. Without one, as of any
 * other run.
 */
export function lessonRerunOf(trace: Trace): RerunSpec {
  const failed = trace.signals.filter(
    ({ source, outcome, check }) => source === "test" && outcome === "failure" && check !== undefined,
  );
  const check = failed.at(-1)?.check;
  return { ...rerunSpecOf(trace), ...(check !== undefined && { check }) };
}

/** The task that a person names for a skill. Their words are kept like any others: without secrets. */
export function givenRerun({
  task,
  check,
  context = {},
}: ApprovalRerun): Pick<RerunSpec, "task" | "check" | "context"> {
  if (typeof task !== "string" || task.trim() === "") {
    throw new SkillLoopError({
      code: "INVALID_OPTIONS",
      message: "A re-run needs a task in words.",
      remedy: 'Pass rerun: { task: "what an agent would be asked to do", check: "npm test" }.',
    });
  }
  return {
    task: redactText(task).text,
    ...(check !== undefined && { check: redactText(check).text }),
    context: redactValue(context).value,
  };
}

/** One re-run a version: the id says which. */
export function rerunJobId(skillId: string, version: number): string {
  return `rerun:${skillId}@${version}`;
}

/** The version that a re-run job is for; `undefined` for the id of any other job. */
export function parseRerunJobId(
  id: string,
): { readonly skillId: string; readonly version: number } | undefined {
  const match = /^rerun:(.+)@(\d+)$/s.exec(id);
  return match?.[1] === undefined ? undefined : { skillId: match[1], version: Number(match[2]) };
}

/** The pending re-run of a version; none for one that has no task to run, as one that was imported. */
export function rerunJobOf(version: SkillVersion, now: number): Job | undefined {
  if (version.rerun === undefined) return undefined;
  return {
    id: rerunJobId(version.skillId, version.version),
    scope: version.scope,
    kind: "rerun",
    state: "waiting",
    attempts: 0,
    notBefore: now,
    skills: [version.content.name],
    rerun: version.rerun,
    createdAt: now,
    updatedAt: now,
  };
}
