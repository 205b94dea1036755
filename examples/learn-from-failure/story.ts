import type { SkillDetail } from "@skillloop/core";
import type { Round } from "./rounds.ts";
import { sharedWords } from "./shared-words.ts";
import type { DemoTask } from "./tasks.ts";

/** What became of one task over the two rounds. */
export interface Story {
  readonly title: string;
  readonly sharedWords: readonly string[];
  readonly before: Round;
  readonly after: Round;
  /** Round two again, with the examples taken out of all that the agent reads. */
  readonly stripped: Round;
  readonly result: "avoided" | "rescued by a hint" | "repeated";
  readonly skill?: SkillDetail;
}

export function tellStory(options: {
  readonly task: DemoTask;
  readonly before: Round;
  readonly after: Round;
  readonly stripped: Round;
  readonly skills: readonly SkillDetail[];
}): Story {
  const { task, before, after, stripped, skills } = options;
  const skill =
    skills.find(({ name }) => after.skills.includes(name)) ??
    skills.find(({ traceIds }) => before.traceId !== undefined && traceIds.includes(before.traceId));
  return {
    title: task.title,
    sharedWords: sharedWords(task.first.task, task.second.task),
    before,
    after,
    stripped,
    result: resultOf(after),
    ...(skill !== undefined && { skill }),
  };
}

/** An error that a hint put right is a rescue; one that nobody helped with, or a failed check, is not. */
export function resultOf({ passed, failedCalls, source }: Round): Story["result"] {
  if (passed && failedCalls === 0) return "avoided";
  return passed && source === "hint" ? "rescued by a hint" : "repeated";
}
