import { type ErrorCode, SkillLoopError } from "../errors.ts";

interface Rule {
  readonly code: ErrorCode;
  readonly pattern: RegExp;
  readonly message: string;
  readonly remedy: string;
}

/** What the file system and the native store say, by the words they say it with. First match wins. */
const rules: readonly Rule[] = [
  {
    code: "DISK_FULL",
    pattern: /ENOSPC|no space left|disk quota exceeded|EDQUOT|os error 28\b/i,
    message: "The disk that holds the home is full",
    remedy: "Free some space and try again: nothing that was stored is lost.",
  },
  {
    code: "HOME_READ_ONLY",
    pattern: /EROFS|EACCES|EPERM|read-only file system|permission denied|os error (13|30|1)\b/i,
    message: "The home cannot be written to",
    remedy: "Give this user write access to the folder, or choose another one with home or --home.",
  },
  {
    code: "HOME_LOCKED",
    pattern: /ELOCKED|lock file is already being held/i,
    message: "Another process holds the home's lock",
    remedy: "Try again in half a minute: a lock left behind by a killed process is released by then.",
  },
  {
    code: "STORE_CONFLICT",
    pattern:
      /commit conflict|conflicting transaction|too many concurrent writers|too much write contention|preempted/i,
    message: "Other processes kept writing to the same rows",
    remedy: "Try again: the write changed nothing.",
  },
];

/**
 * Any failure below the `Store` port as a `SkillLoopError`. `doing` says in plain words what was being done,
 * for example `add to traces`. An error that is one already passes through.
 */
export function storeError(error: unknown, doing: string): SkillLoopError {
  if (SkillLoopError.isInstance(error)) return error;
  const text = errorText(error);
  const rule = rules.find(({ pattern }) => pattern.test(text));
  if (rule !== undefined) {
    const { code, message, remedy } = rule;
    return new SkillLoopError({ code, message: `${message} (${doing}).`, remedy, cause: error });
  }
  return new SkillLoopError({
    code: "STORE_FAILED",
    message: `The store failed to ${doing}: ${text.split("\n")[0]?.slice(0, 200) ?? ""}.`,
    remedy: "Run skillloop doctor on the home; the cause is attached to this error.",
    cause: error,
  });
}

/** Lance lost a race with another writer and wrote nothing. */
export function isCommitConflict(error: unknown): boolean {
  return /commit conflict|conflicting transaction|preempted by|too many concurrent writers|too much write contention/i.test(
    errorText(error),
  );
}

/** A file of an old table version was cleaned up under a reader; the latest version has another one. */
export function isVanishedFile(error: unknown): boolean {
  return /not found|no such file/i.test(errorText(error));
}

export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = (error as NodeJS.ErrnoException).code;
  return typeof code === "string" ? `${code}: ${error.message}` : error.message;
}
