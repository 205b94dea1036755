import { type ErrorCode, SkillLoopError } from "../errors.ts";

const OUTAGES: ReadonlySet<ErrorCode> = new Set([
  "DISK_FULL",
  "HOME_LOCKED",
  "HOME_READ_ONLY",
  "MODEL_UNAVAILABLE",
  "MODEL_QUOTA",
  "EMBEDDER_UNAVAILABLE",
  "CLOSED",
]);

/** Whether a failure says that nothing can be done at present, and nothing of the job that met it. */
export function isOutage(error: unknown): boolean {
  return SkillLoopError.isInstance(error) && OUTAGES.has(error.code);
}
