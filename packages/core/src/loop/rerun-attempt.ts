import { redactText } from "../guard/redact.ts";
import type { Clock } from "../ports/clock.ts";
import type { Store } from "../ports/store.ts";
import { clipMiddle } from "../text/clip.ts";
import { renderSkillForPrompt } from "../text/skill-file/skill-markdown.ts";
import { traceOutcome } from "../text/trace-outcome.ts";
import { intake } from "../trace/intake.ts";
import { readField } from "../trace/json-value.ts";
import type { Job } from "../types/job.ts";
import type { RerunRequest, RerunResult, RerunRunner } from "../types/loop.ts";
import type { Environment } from "../types/scope.ts";
import type { RerunSpec, SkillVersion } from "../types/skill.ts";
import type { Trace } from "../types/trace.ts";
import { filledText } from "./session-input.ts";
import { traceJob } from "./trace-job.ts";

export interface AttemptPorts {
  readonly store: Store;
  readonly clock: Clock;
  readonly describe: (error: unknown) => string;
  /** Whether a model may look at what failed with the skill in the prompt. Default false. */
  readonly learnsFromFailure?: boolean;
}

export interface AttemptSubject {
  readonly version: SkillVersion;
  readonly spec: RerunSpec;
  readonly jobId: string;
  readonly attempt: number;
  /** False in a control run. */
  readonly withSkill: boolean;
}

export interface Attempt {
  readonly passed: boolean;
  readonly detail: string;
  readonly check?: string;
  readonly trace?: Trace;
}

/** Runs the original task once and stores what happened. A throw, a timeout and a missing check are failures. */
export async function attemptRerun(
  ports: AttemptPorts,
  runner: RerunRunner,
  subject: AttemptSubject,
  options: { readonly environment: Environment; readonly timeoutMs: number },
): Promise<Attempt> {
  const { version, spec } = subject;
  const over = new AbortController();
  const request: RerunRequest = {
    task: spec.task,
    ...(subject.withSkill && { skillMd: renderSkillForPrompt(version.content) }),
    skill: { name: version.content.name, version: version.version },
    environment: spec.environment,
    ...(spec.check !== undefined && { check: spec.check }),
    context: spec.context,
    attempt: subject.attempt,
    signal: over.signal,
  };
  let result: RerunResult | undefined;
  try {
    result = await withTimeout(() => runner(request), options.timeoutMs, ports.clock);
  } catch (error) {
    return { passed: false, detail: `the runner failed: ${ports.describe(error)}` };
  } finally {
    over.abort();
  }
  if (result === undefined) return { passed: false, detail: `no answer within ${options.timeoutMs} ms` };
  const trace = traceOf(result, subject, { environment: options.environment, now: ports.clock.now() });
  if (trace === undefined) return { passed: false, detail: "the runner gave back no readable trace" };
  const judged = judge(result, spec);
  const isLearned = ports.learnsFromFailure === true && subject.withSkill && !judged.passed;
  const now = ports.clock.now();
  // Without a check nothing was tested, and there is nothing to learn from.
  const entry =
    isLearned && judged.check !== undefined
      ? failedEntry(trace, { check: judged.check, now })
      : { trace, job: finishedJob(trace, now) };
  await ports.store.addTraces([entry]);
  return { ...judged, trace };
}

function judge(result: RerunResult, spec: RerunSpec): Omit<Attempt, "trace"> {
  // The runner is the host's code: a command line with a token in it is a likely name for a check.
  const named = filledText(readField(result, "check"));
  const check = named === undefined ? spec.check : clipMiddle(redactText(clipMiddle(named, 4_000)).text, 200);
  const said = readField(result, "passed");
  const exitCode = readField(result, "exitCode");
  const passed = typeof said === "boolean" ? said : typeof exitCode === "number" ? exitCode === 0 : undefined;
  if (passed === undefined || check === undefined)
    return { passed: false, detail: "the runner named no check" };
  return { passed, check, detail: `${check} ${passed ? "passed" : "failed"}` };
}

function traceOf(
  result: RerunResult,
  { version, spec, jobId, attempt, withSkill }: AttemptSubject,
  facts: { readonly environment: Environment; readonly now: number },
): Trace | undefined {
  const runId = `${jobId}:${attempt}${withSkill ? "" : ":control"}`;
  try {
    const input = { task: spec.task, ...(result.trace as object), runId };
    const rerunOf = { jobId, skillId: version.skillId, version: version.version };
    return intake(input, { scope: version.scope, rerunOf, ...facts }).trace;
  } catch {
    // The runner is the host's code: what it returns badly is a failed re-run, not a failure of the queue.
    return undefined;
  }
}

/** Goes through the pipeline, where nothing but a change of the skill itself can come of it. */
function failedEntry(
  trace: Trace,
  { check, now }: { readonly check: string; readonly now: number },
): { readonly trace: Trace; readonly job: Job } {
  const isSaid = traceOutcome(trace.signals).outcome === "failure";
  const signal = { source: "test", outcome: "failure", check } as const;
  const failed = isSaid ? trace : { ...trace, signals: [...trace.signals, signal] };
  return { trace: failed, job: traceJob(failed, now) };
}

/** Stored for the record only: a re-run is evidence and is never learned from. */
function finishedJob(trace: Trace, now: number): Job {
  const reason = "a re-run is evidence only and makes no skill";
  return { ...traceJob(trace, now), state: "done", stage: "queue", result: "skipped", reason };
}

async function withTimeout<T>(
  work: () => Promise<T>,
  milliseconds: number,
  clock: Clock,
): Promise<T | undefined> {
  const finished = new AbortController();
  try {
    return await Promise.race([work(), clock.rest(milliseconds, finished.signal).then(() => undefined)]);
  } finally {
    finished.abort();
  }
}
