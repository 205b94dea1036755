import { SkillLoopError } from "../errors.ts";
import { redactText } from "../guard/redact.ts";

/** One line about a failure, without any secret, for logs, fates and `onError`. */
export function describeError(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return redactText(text.slice(0, 2_000)).text.slice(0, 500);
}

/** Our own error around whatever went wrong, so that a host has one type and one code to look at. */
export function asSkillLoopError(error: unknown): SkillLoopError {
  if (SkillLoopError.isInstance(error)) return error;
  return new SkillLoopError({
    code: "INTERNAL",
    message: `SkillLoop failed: ${describeError(error)}.`,
    remedy: "The host was not affected; please report it with this text.",
    cause: error,
  });
}
