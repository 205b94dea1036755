import { parseRerunJobId } from "../library/rerun-spec.ts";
import type { Loop, LoopStats } from "../types/loop.ts";
import type { Scope } from "../types/scope.ts";
import type { SkillStatus } from "../types/skill.ts";
import type { LoopCore } from "./loop-core.ts";

const NO_SKILLS: Record<SkillStatus, number> = {
  quarantined: 0,
  candidate: 0,
  active: 0,
  trusted: 0,
  retired: 0,
};

const DAY_MS = 86_400_000;

/** Counts of what a scope and its narrower ones hold. */
export async function loopStats({ store, settings, clock }: LoopCore, scope: Scope): Promise<LoopStats> {
  const filter = { scope, reach: "within" } as const;
  const midnight = Math.floor(clock.now() / DAY_MS) * DAY_MS;
  const [rows, jobs, modelCallsToday] = await Promise.all([
    store.listHeads(filter),
    store.countJobs(filter),
    store.sumModelCalls(filter, { since: midnight }),
  ]);
  const skills = { ...NO_SKILLS };
  for (const { head } of rows) skills[head.status] += 1;
  const { waiting, leased, dead, done } = jobs.trace;
  return {
    skills,
    traces: waiting + leased + dead + done,
    jobs: { waiting, leased, dead, done },
    pendingReruns: jobs.rerun.waiting,
    modelCallsToday,
    home: settings.home,
  };
}

/** The re-runs that wait for a runner, oldest first. */
export async function pendingEvals({ store }: LoopCore, scope: Scope): ReturnType<Loop["pendingEvals"]> {
  const filter = { scope, reach: "within" } as const;
  const jobs = await store.listJobs({ filter, kind: "rerun", state: "waiting" });
  return jobs.flatMap((job) => {
    const target = parseRerunJobId(job.id);
    const [name] = job.skills;
    if (target === undefined || name === undefined || job.rerun === undefined) return [];
    const { task, check } = job.rerun;
    return [{ name, version: target.version, task, ...(check !== undefined && { check }) }];
  });
}
