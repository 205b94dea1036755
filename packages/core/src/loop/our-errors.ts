import { SkillLoopError } from "../errors.ts";
import { asSkillLoopError } from "./describe-error.ts";

/** Lets nothing but our own, redacted error out, whatever a store, a runner or a callback threw. */
export async function ours<T>(work: () => Promise<T> | T): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw asSkillLoopError(error);
  }
}

/** The same functions, each letting out nothing but our own errors, also where an argument is missing. */
export function withOurErrors<Api extends object>(api: Api): Api {
  const wrapped = Object.entries(api).map(([name, method]) => [
    name,
    typeof method === "function" ? (...given: unknown[]) => ours(() => method(...given)) : method,
  ]);
  return Object.fromEntries(wrapped) as Api;
}

/** Throws `INVALID_OPTIONS` for a limit that is no positive number: with it nothing at all would be done. */
export function assertLimit(limit: unknown): void {
  if (limit === undefined || limit === null || (typeof limit === "number" && limit > 0)) return;
  throw new SkillLoopError({
    code: "INVALID_OPTIONS",
    message: "limit must be a number above 0.",
    remedy: "Leave it out to do everything that waits.",
  });
}
