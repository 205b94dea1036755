import { SkillLoopError } from "../errors.ts";
import { readField } from "../trace/json-value.ts";

/**
 * Whether the options of an adapter hold an open loop. Asked while a host sets its agent up: later on nothing of
 * ours may throw into it.
 *
 * @throws {SkillLoopError} `INVALID_OPTIONS`
 */
export function assertLoop(options: unknown): void {
  const loop = readField(options, "loop");
  if (typeof readField(loop, "session") === "function") return;
  const isPromise = typeof readField(loop, "then") === "function";
  throw new SkillLoopError({
    code: "INVALID_OPTIONS",
    message: isPromise
      ? "The adapter was given the promise of a loop as its loop."
      : "The adapter was given no loop.",
    remedy: "Give it { loop }, where loop is what `await SkillLoop.open(...)` gives.",
  });
}
