import type { Job } from "../types/job.ts";
import type { Trace } from "../types/trace.ts";

/** The job that takes a trace through the pipeline. It carries the trace's id, so one trace is one job. */
export function traceJob(trace: Trace, now: number): Job {
  return {
    id: trace.id,
    scope: trace.scope,
    kind: "trace",
    state: "waiting",
    attempts: 0,
    notBefore: now,
    skills: [],
    createdAt: now,
    updatedAt: now,
  };
}
