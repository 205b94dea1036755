/** Bad usage or bad input that the command line itself finds. Exit code 2. */
export class UsageError extends Error {
  readonly code: string;

  /** `message` ends with what to do about it. */
  constructor(message: string, code = "USAGE") {
    super(message);
    this.name = "UsageError";
    this.code = code;
  }
}
