import type { ErrorCode } from "@skillloop/core";

export const exitCodes = {
  fine: 0,
  /** A named thing is not there, a check failed, or the home cannot be worked with. */
  failed: 1,
  /** Bad usage or bad input. */
  usage: 2,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

const badInput: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "INVALID_TRACE",
  "INVALID_OPTIONS",
  "INVALID_SCOPE",
  "INVALID_SKILL",
  "UNPARSABLE_FILE",
]);

export function exitCodeOf(code: ErrorCode): ExitCode {
  return badInput.has(code) ? exitCodes.usage : exitCodes.failed;
}
