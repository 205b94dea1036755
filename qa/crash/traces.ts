import type { LearnTrace } from "@skillloop/core";
import type { SessionFacts } from "../../packages/core/src/trace/intake.ts";

export const CRASH_SCOPE = { project: "crash" } as const;

const LESSONS = [
  ["deployctl publish", "deployctl publish --region eu", "deployctl: error: option --region is required"],
  [
    "schemactl apply",
    "schemactl apply --transaction",
    "schemactl: error: pending transaction, use a transaction block",
  ],
  ["mailer send", "mailer send --from ops@example.org", "mailer: error: sender address missing in envelope"],
  ["tarball pack", "tarball pack --format gnu", "tarball: error: entry name exceeds the ustar limit"],
  ["imgtool resize", "imgtool resize --colour srgb", "imgtool: error: unsupported colour profile in source"],
  [
    "certbotish renew",
    "certbotish renew --challenge dns",
    "certbotish: error: challenge http unavailable on this host",
  ],
] as const;

/** From here on every skill has been learned, so that a run can have been shown one. */
const FIRST_WITH_SKILL = 24;

/** A skill as it stood in a later run's prompt. */
export interface ShownInRun {
  readonly skillId: string;
  readonly name: string;
  readonly version: number;
}

/** Whether run `index` is one that a skill was shown in and used. */
export function showsSkill(index: number): boolean {
  return index >= FIRST_WITH_SKILL && index % 3 === 0;
}

/** What a session knows of a run that was shown a skill and whose agent said that it used it. */
export function sessionWith({ skillId, name, version }: ShownInRun): SessionFacts {
  return { shown: [{ skillId, name, version, when: "task" }], used: [name], bulletFeedback: [] };
}

/** The same runs every time: six lessons, each met eight times on other objects, and every fourth run teaching nothing. */
export function crashTraces(count: number): readonly LearnTrace[] {
  return Array.from({ length: count }, (_, index) => {
    const [failing, working, error] = LESSONS[index % LESSONS.length] as (typeof LESSONS)[number];
    const target = `object-${index}`;
    const failed = {
      kind: "tool",
      tool: "bash",
      callId: "1",
      turn: 0,
      input: { command: `${failing} ${target}` },
      outcome: "tool-error",
      error,
      exitCode: 2,
    };
    const repaired = {
      kind: "tool",
      tool: "bash",
      callId: "2",
      turn: 1,
      input: { command: `${working} ${target}` },
      outcome: "ok",
    };
    const steps = index % 4 === 3 ? [failed] : [failed, repaired];
    return { runId: `run-${index}`, task: `Take care of ${target} with ${failing}`, reward: 1, steps };
  });
}
