import { mistakeOccurred } from "../library/mistake-occurred.ts";
import { parseRerunJobId } from "../library/rerun-spec.ts";
import { recordRerun } from "../library/run-rerun.ts";
import type { Clock } from "../ports/clock.ts";
import type { JobUpdate, Store } from "../ports/store.ts";
import { runQueueBatch } from "../queue/run-queue.ts";
import { releaseGoneLeases } from "../queue/run-release.ts";
import type { Job } from "../types/job.ts";
import type { RerunReport, RerunRunner } from "../types/loop.ts";
import type { Environment, Scope } from "../types/scope.ts";
import { libraryTools } from "./library-tools.ts";
import { attemptRerun } from "./rerun-attempt.ts";

export interface RerunPorts {
  readonly store: Store;
  readonly clock: Clock;
  readonly owner: string;
  readonly isGone: (owner: string) => boolean;
  readonly closing: AbortSignal;
  readonly report: (error: unknown, event: string) => void;
  readonly describe: (error: unknown) => string;
  /** Set where a model may learn from a re-run that failed. */
  readonly learning?: object | undefined;
}

export interface RerunOptions {
  readonly scope: Scope;
  readonly environment: Environment;
  readonly control: boolean;
  readonly limit: number;
  /** Milliseconds one attempt may take before it counts as failed. */
  readonly timeoutMs: number;
}

/**
 * Gives every pending re-run to the runner: the original task again with the skill in the prompt. What comes
 * back is evidence for that version and nothing else. A runner that throws, takes too long or names no check
 * has failed; a store that fails leaves the job for another time.
 */
export async function runReruns(
  ports: RerunPorts,
  runner: RerunRunner,
  options: RerunOptions,
): Promise<RerunReport> {
  const results: RerunReport["results"][number][] = [];
  const filter = { scope: options.scope, reach: "within" } as const;
  await releaseGoneLeases(ports, filter);
  // One whose skill is gone takes nobody's place.
  while (results.length < options.limit && !ports.closing.aborted) {
    // One at a time: a re-run may take minutes, and its lease should cover it alone.
    const batch = await runQueueBatch(ports, {
      filter,
      kind: "rerun",
      limit: 1,
      leaseMs: 120_000,
      handle: async (jobs) => {
        const updates: JobUpdate[] = [];
        for (const job of jobs) {
          const result = await rerun(ports, runner, job, options);
          if (typeof result !== "string") results.push(result);
          const detail = typeof result === "string" ? result : result.detail;
          updates.push({ id: job.id, patch: { state: "done", stage: "rerun", reason: detail } });
        }
        return updates;
      },
      onFailure: (_job, error) => ports.report(error, "rerun"),
      describe: ports.describe,
    });
    if (batch.claimed === 0) break;
  }
  const passed = results.filter((result) => result.passed).length;
  return { ran: results.length, passed, failed: results.length - passed, results };
}

async function rerun(
  ports: RerunPorts,
  runner: RerunRunner,
  job: Job,
  options: RerunOptions,
): Promise<RerunReport["results"][number] | string> {
  const { store, clock } = ports;
  const target = parseRerunJobId(job.id);
  const filter = { scope: job.scope, reach: "exact" } as const;
  const versions = target === undefined ? [] : await store.listVersions(filter, [target.skillId]);
  const version = versions.find((candidate) => candidate.version === target?.version);
  const spec = job.rerun ?? version?.rerun;
  if (version === undefined || spec === undefined) return "the skill is gone";

  const subject = { version, spec, jobId: job.id, attempt: job.attempts + 1 };
  const learnsFromFailure = ports.learning !== undefined;
  const attempting = { ...ports, learnsFromFailure };
  const withSkill = await attemptRerun(attempting, runner, { ...subject, withSkill: true }, options);
  const control = options.control
    ? await attemptRerun(ports, runner, { ...subject, withSkill: false }, options)
    : undefined;
  const mistakeRepeated =
    withSkill.trace !== undefined &&
    version.content.mistake !== undefined &&
    mistakeOccurred(withSkill.trace.steps, version.content.mistake);
  const passed = withSkill.passed && !mistakeRepeated;
  const lift =
    control === undefined ? undefined : (Math.sign(Number(passed) - Number(control.passed)) as -1 | 0 | 1);
  const detail = mistakeRepeated
    ? `${withSkill.detail}; the learned mistake happened again`
    : withSkill.detail;
  const { status } = await recordRerun({
    ...libraryTools(ports),
    version,
    passed,
    mistakeRepeated,
    ...(lift !== undefined && { lift }),
    ...(withSkill.check !== undefined && { check: withSkill.check }),
    runId: `${job.id}:${subject.attempt}`,
    traceId: withSkill.trace?.id ?? "",
    detail,
    now: clock.now(),
  });
  return {
    name: version.content.name,
    version: version.version,
    passed,
    mistakeRepeated,
    ...(lift !== undefined && { lift }),
    status,
    detail: lift === 0 ? `${detail}; the skill changed nothing` : detail,
  };
}
