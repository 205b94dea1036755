import type { HoldReason } from "../types/lesson-kind.ts";
import type { Verdict } from "../types/verdict.ts";

/** What a verdict of judges means for the lesson it is about: `judge`, `security`, or both. */
export function judgedHolds({ decision, reasons }: Verdict): readonly HoldReason[] {
  if (decision !== "hold") return [];
  const has = (prefix: string): boolean => reasons.some(({ code }) => code.startsWith(prefix));
  return [
    ...(has("judge-") ? (["judge"] as const) : []),
    ...(has("security-") ? (["security"] as const) : []),
  ];
}
