import type { LearnTrace } from "@skillloop/core";

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
