import { gateSkill } from "./gate/gate-skill.ts";
import { learnRepairs } from "./learn/learn-repairs.ts";
import { mergeLesson } from "./learn/merge-content.ts";
import { rerunSpecOf } from "./library/rerun-spec.ts";
import { recordTraceEvidence } from "./library/run-evidence.ts";
import { type PublishEntry, type PublishedLesson, publishLessons } from "./library/run-publish.ts";
import { inTurns } from "./loop/in-turns.ts";
import { type LibraryPorts, libraryTools } from "./loop/library-tools.ts";
import type { LogLevel, LogRecord } from "./ports/logger.ts";
import type { JobUpdate } from "./ports/store.ts";
import type { Job, JobResult } from "./types/job.ts";
import type { LearnResult } from "./types/lesson.ts";
import type { Scope } from "./types/scope.ts";
import type { SkillVersion } from "./types/skill.ts";
import type { Trace } from "./types/trace.ts";

export interface PipelinePorts extends LibraryPorts {
  /** Skills that one good run may disprove (`library/run-transients.ts`). */
  readonly transients: () => Promise<readonly SkillVersion[]>;
  /** A run is followed by its id from recall to evidence. */
  readonly log: (level: LogLevel, event: string, fields: LogRecord["fields"], requestId?: string) => void;
}

/** Deciding about a lesson takes milliseconds, and nothing else runs meanwhile. */
export const PUBLISHED_AT_ONCE = 16;

/** How the library words the reasons of what it holds back. */
const OCCURRENCE_HELD = "this occurrence waits for a person: ";
const HOLD_CODE = "held: ";

/** A trace's end: which stage ended it, with what, and why. */
export interface TraceEnd {
  readonly result: JobResult;
  readonly stage: string;
  readonly reason: string;
  readonly skills: readonly string[];
}

/**
 * Takes a batch of trace jobs through learn, gate and library. Every stage is deterministic and every write
 * insert-if-absent, so a batch that died half-way is simply run again: what it had written stays as it is.
 * Throws when the store fails; the queue then gives each job another attempt.
 */
export async function processTraceJobs(
  ports: PipelinePorts,
  { scope, jobs }: { readonly scope: Scope; readonly jobs: readonly Job[] },
): Promise<readonly JobUpdate[]> {
  const { store, clock } = ports;
  const filter = { scope, reach: "within" } as const;
  const tools = libraryTools(ports);
  const traces = await store.getTraces(
    filter,
    jobs.map((job) => job.id),
  );
  const taskRuns = traces.filter((trace) => trace.rerunOf === undefined);
  const transients = await ports.transients();
  await recordTraceEvidence({ ...tools, traces: taskRuns, transients, now: clock.now() });

  const learned = new Map<string, LearnResult>();
  const published: PublishedLesson[] = [];
  for (let start = 0; start < taskRuns.length; start += PUBLISHED_AT_ONCE) {
    const results = await inTurns(taskRuns.slice(start, start + PUBLISHED_AT_ONCE), learnFrom, clock);
    for (const { trace, result } of results) learned.set(trace.id, result);
    const entries = results.flatMap((one) => one.entries);
    published.push(
      ...(await publishLessons({ ...tools, entries, now: clock.now(), mergeLesson, gate: gateSkill })),
    );
  }

  const present = new Map(traces.map((trace) => [trace.id, trace]));
  return jobs.map((job) => {
    const trace = present.get(job.id);
    const end = traceEnd(
      trace,
      learned.get(job.id),
      published.filter(({ lesson }) => lesson.traceId === job.id),
    );
    const { result, stage, reason, skills } = end;
    ports.log(
      "info",
      "trace.processed",
      { trace: job.id, result, stage, reason, skills: skills.join(" ") },
      trace?.runId,
    );
    return { id: job.id, patch: { state: "done", ...end } };
  });
}

/** The repairs of one run and what the gate says of each. No model takes part. */
export function learnFrom(trace: Trace): {
  readonly trace: Trace;
  readonly result: LearnResult;
  readonly entries: readonly PublishEntry[];
} {
  const result = learnRepairs(trace);
  const rerun = rerunSpecOf(trace);
  const entries = result.lessons.map((lesson) => ({ lesson, verdict: gateSkill(lesson), rerun }));
  return { trace, result, entries };
}

/** Exported for its test: the words a person reads when asking for a trace's fate. */
export function traceEnd(
  trace: Trace | undefined,
  learned: LearnResult | undefined,
  published: readonly PublishedLesson[],
): TraceEnd {
  if (trace === undefined) return skipped("trace", "the trace was purged before it was processed");
  if (learned === undefined) return skipped("queue", "a re-run is evidence only and makes no skill");
  if (published.length === 0) return skipped("learn", whyNothing(learned));
  const kept = published.filter(({ outcome }) => outcome !== "rejected" && outcome !== "held");
  const skills = [
    ...new Set(published.flatMap(({ skillName }) => (skillName === undefined ? [] : [skillName]))),
  ];
  return {
    // What is held is stored, but nobody is given it before a person, or a second run, has decided.
    result: kept.length > 0 ? "learned" : "rejected",
    stage: kept.length > 0 ? "library" : "gate",
    reason: published.map(fateOf).join("; "),
    skills,
  };
}

/** What became of one lesson. */
export function fateOf({ lesson, outcome, reason, skillName, version }: PublishedLesson): string {
  const name = skillName ?? lesson.content.name;
  if (outcome === "held") return heldFate({ name, reason, isStored: version !== undefined });
  if (outcome === "rejected") return `${name} was rejected: ${reason}`;
  if (outcome === "created") return `${name} is new: ${reason}`;
  return `${name} was met again${version === undefined ? "" : ` (version ${version})`}: ${reason}`;
}

function heldFate({
  name,
  reason,
  isStored,
}: {
  readonly name: string;
  readonly reason: string;
  readonly isStored: boolean;
}): string {
  if (reason.startsWith(OCCURRENCE_HELD)) {
    return `${name} stays as it is, since this run's way of repairing it is held for a person: ${reason.slice(OCCURRENCE_HELD.length)}`;
  }
  // A change that is not let through is nowhere: there is nothing to approve.
  if (!isStored) return `${name} stays as it is: ${reason}`;
  const parts = reason.split(", ").filter((part) => part !== "");
  const told = parts.filter((part) => !part.startsWith(HOLD_CODE));
  // A code is said in words by the detail that goes with it.
  const why = told.length > 0 ? told : parts.map((part) => part.slice(HOLD_CODE.length));
  const unless = parts.some((part) => part.startsWith(HOLD_CODE)) ? " for a person" : "";
  return `${name} is held${unless}: ${why.join(", ")}; approve it with \`skillloop approve ${name}\``;
}

export function skipped(stage: string, reason: string): TraceEnd {
  return { result: "skipped", stage, reason, skills: [] };
}

function whyNothing({ dismissed }: LearnResult): string {
  if (dismissed.length === 0) return "no tool call failed";
  return dismissed.map(({ callId, rule, detail }) => `call ${callId}: ${rule}, ${detail}`).join("; ");
}
