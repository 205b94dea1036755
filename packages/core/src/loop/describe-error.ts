import { SkillLoopError } from "../errors.ts";
import { redactText } from "../guard/redact.ts";
import { clipMiddle } from "../text/clip.ts";

const longestText = 2_000;
const deepestCause = 4;

/** One line about a failure, without any secret, for logs, fates and `onError`. */
export function describeError(error: unknown): string {
  return redacted(textOf(error)).slice(0, 500);
}

/**
 * Our own error around whatever went wrong, so that a host has one type and one code to look at. Nothing of
 * a foreign error is passed on but its name and its words, redacted: drivers put connection strings and
 * whole requests into their errors.
 */
export function asSkillLoopError(error: unknown): SkillLoopError {
  return presentable(error, deepestCause);
}

function presentable(error: unknown, depth: number): SkillLoopError {
  if (!SkillLoopError.isInstance(error)) {
    return new SkillLoopError({
      code: "INTERNAL",
      message: `SkillLoop failed: ${describeError(error)}.`,
      remedy: "The host was not affected; please report it with this text.",
      cause: presentCause(error, depth),
    });
  }
  const { code, message, remedy, cause } = error;
  const said = message.endsWith(remedy)
    ? message.slice(0, message.length - remedy.length).trimEnd()
    : message;
  const present = { message: redactText(said).text, remedy: redactText(remedy).text };
  if (cause === undefined && present.message === said && present.remedy === remedy) return error;
  return new SkillLoopError({ code, ...present, cause: presentCause(cause, depth) });
}

/** A cause as words: its own stack, fields and streams stay behind. */
function presentCause(cause: unknown, depth: number): Error | undefined {
  if (cause === undefined || cause === null || depth === 0) return undefined;
  if (SkillLoopError.isInstance(cause)) return presentable(cause, depth - 1);
  const inner = presentCause(read(cause, "cause"), depth - 1);
  const words = cause instanceof Error ? read(cause, "message") : textOf(cause);
  const present = new Error(redacted(String(words ?? "")), inner === undefined ? {} : { cause: inner });
  const name = read(cause, "name");
  present.name = typeof name === "string" && name !== "" ? redacted(name) : "Error";
  present.stack = `${present.name}: ${present.message}`;
  return present;
}

/** Masked before the cut that is seen: half a secret is not known for one. */
const redacted = (text: string): string =>
  clipMiddle(redactText(clipMiddle(text, 8 * longestText)).text, longestText);

function textOf(error: unknown): string {
  try {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  } catch {
    return "a value that has no text";
  }
}

function read(value: unknown, key: string): unknown {
  try {
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[key] : undefined;
  } catch {
    return undefined;
  }
}
