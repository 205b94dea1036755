/** Every way in which SkillLoop itself can fail. Stable: hosts may switch on it. */
export type ErrorCode =
  | "INVALID_TRACE"
  | "INVALID_OPTIONS"
  | "INVALID_SCOPE"
  | "INVALID_SKILL"
  | "UNPARSABLE_FILE"
  | "SKILL_NOT_FOUND"
  | "VERSION_NOT_FOUND"
  | "TRACE_NOT_FOUND"
  | "NOT_ALLOWED"
  | "HOME_LOCKED"
  | "HOME_READ_ONLY"
  | "HOME_NEWER"
  | "HOME_CORRUPT"
  | "DISK_FULL"
  | "UNSUPPORTED_PROCESSOR"
  | "NATIVE_MISSING"
  | "EMBEDDING_MISMATCH"
  | "EMBEDDER_UNAVAILABLE"
  | "STORE_CONFLICT"
  | "STORE_FAILED"
  | "MODEL_UNAVAILABLE"
  | "MODEL_QUOTA"
  | "MODEL_ANSWER_PENDING"
  | "MODEL_ANSWER_INVALID"
  | "RECALL_DEGRADED"
  | "CLOSED"
  | "INTERNAL";

const brand = Symbol.for("skillloop.error");

export interface SkillLoopErrorInit {
  readonly code: ErrorCode;
  /** What happened, in one sentence, without any secret. */
  readonly message: string;
  /** What the reader can do about it, in one sentence. */
  readonly remedy: string;
  readonly cause?: unknown;
}

/**
 * The only error SkillLoop throws. Recognise it with `SkillLoopError.isInstance`, which also works when
 * two copies of the package are installed; `instanceof` does not.
 */
export class SkillLoopError extends Error {
  readonly code: ErrorCode;
  readonly remedy: string;

  constructor({ code, message, remedy, cause }: SkillLoopErrorInit) {
    super(`${message} ${remedy}`, cause === undefined ? undefined : { cause });
    this.name = "SkillLoopError";
    this.code = code;
    this.remedy = remedy;
    Object.defineProperty(this, brand, { value: true });
  }

  static isInstance(value: unknown): value is SkillLoopError {
    return typeof value === "object" && value !== null && brand in value;
  }
}
