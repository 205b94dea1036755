import { SkillLoopError } from "../errors.ts";

export interface InvalidTrace {
  /** The field at fault, for example `steps[3].outcome`; `""` for the whole. */
  readonly path: string;
  readonly problem: string;
  readonly remedy: string;
}

/** The error for a trace that `learn` cannot take. Never holds a value of the trace, which may be secret. */
export function invalidTrace({ path, problem, remedy }: InvalidTrace): SkillLoopError {
  const subject = path === "" ? "The trace" : `The trace's ${path}`;
  return new SkillLoopError({ code: "INVALID_TRACE", message: `${subject} ${problem}.`, remedy });
}
