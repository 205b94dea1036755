import type { JobUpdate } from "../ports/store.ts";
import type { Job } from "../types/job.ts";
import { backoffMs, MAX_ATTEMPTS } from "./backoff.ts";

/** What becomes of a job whose handling broke: it waits for another attempt, or it is dead. */
export function failedJob(job: Job, facts: { readonly reason: string; readonly now: number }): JobUpdate {
  const attempts = job.attempts + 1;
  const dead = attempts >= MAX_ATTEMPTS;
  return {
    id: job.id,
    patch: {
      state: dead ? "dead" : "waiting",
      attempts,
      notBefore: facts.now + backoffMs(attempts),
      result: "errored",
      reason: facts.reason,
    },
  };
}
