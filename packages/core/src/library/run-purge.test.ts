import { describe, expect, it } from "vitest";
import { memoryStore } from "../io/memory/memory-store.ts";
import type { Store } from "../ports/store.ts";
import { NOW, sampleContent, sampleLesson } from "../testing/library-samples.ts";
import { sampleEntry, sampleJob, sampleScope, sampleTrace, within } from "../testing/store-samples.ts";
import { skillIdOf } from "../text/scope-key.ts";
import type { Lesson } from "../types/lesson.ts";
import type { Scope } from "../types/scope.ts";
import type { SkillContent } from "../types/skill.ts";
import type { Trace } from "../types/trace.ts";
import type { Verdict } from "../types/verdict.ts";
import { rerunSpecOf } from "./rerun-spec.ts";
import { publishLessons } from "./run-publish.ts";
import { purgeLearned } from "./run-purge.ts";
import { recordRerun } from "./run-rerun.ts";
import { widenSkill } from "./run-widen.ts";

const allow: Verdict = { decision: "allow", reasons: [] };
const name = "git-push-upstream";
const id = skillIdOf(sampleScope, name);
const toolsOf = (store: Store) => ({ store, buildSearchDocument: (content: SkillContent) => content.name });
const all = within(sampleScope);
const passed = { source: "test", outcome: "success", check: "npm test" } as const;

/** Stores a run and publishes what it taught. Each run's task is words of its own. */
async function learn(
  store: Store,
  number: number,
  fields: Partial<Lesson> & { readonly scope?: Scope } = {},
) {
  const { scope = sampleScope } = fields;
  const traceId = `trace-${number}`;
  const { job } = sampleEntry(traceId, scope);
  const trace: Trace = sampleTrace({ id: traceId, scope, task: `task of run ${number}`, signals: [passed] });
  await store.addTraces([{ trace, job }]);
  const lesson = sampleLesson({ traceId, runId: `run-${number}`, task: trace.task, ...fields });
  const entries = [{ lesson, verdict: allow, rerun: rerunSpecOf(trace) }];
  const mergeLesson = (existing: SkillContent) => existing;
  await publishLessons({ ...toolsOf(store), entries, mergeLesson, gate: () => allow, now: NOW + number });
}
const purge = (store: Store, ...traceIds: string[]) =>
  purgeLearned(toolsOf(store), { scope: sampleScope, traceIds, now: NOW + 100 });
/** Everything a reader could still find of a skill. */
async function record(store: Store): Promise<string> {
  const [heads, versions, jobs, evidence] = await Promise.all([
    store.listHeads(all),
    store.listVersions(all, [id]),
    store.listJobs({ filter: all, kind: "rerun" }),
    store.listEvidence(all, {}),
  ]);
  return JSON.stringify([heads, versions, jobs, evidence]);
}
const head = async (store: Store) => (await store.findHeads(all, { ids: [id] }))[0]?.head;

describe("purgeLearned", () => {
  it("removes what was learned from the purged traces alone", async () => {
    const store = memoryStore();
    await learn(store, 1);
    await learn(store, 2);
    await learn(store, 2, { key: "other", content: sampleContent({ name: "other" }) });
    expect(await purge(store, "unknown")).toEqual({ names: [], reruns: 0 });
    expect((await purge(store, "trace-2")).names).toEqual(["other"]);
    const jobs = await store.listJobs({ filter: all, kind: "rerun" });
    expect(jobs.map((job) => job.id)).toEqual([`rerun:${id}@1`]);
    expect((await purge(store, "trace-1")).names).toEqual([name]);
    expect(await store.listHeads(all)).toEqual([]);
  });

  it("DB9: purges by the caller's own traces only", async () => {
    const store = memoryStore();
    await learn(store, 1, { scope: { project: "billing", user: "a" } });
    const scope = { project: "billing", user: "b" };
    const purged = await purgeLearned(toolsOf(store), { scope, traceIds: ["trace-1"], now: NOW });
    expect(purged.names).toEqual([]);
  });

  it("puts the task of another origin in the place of the purged run's, wherever it stood", async () => {
    const store = memoryStore();
    await learn(store, 1);
    await learn(store, 2);
    expect(await record(store)).toContain("task of run 1");
    expect((await purge(store, "trace-1")).names).toEqual([]);
    expect(await record(store)).not.toContain("task of run 1");
    expect(await record(store)).not.toContain("trace-1");
    const [job] = await store.listJobs({ filter: all, kind: "rerun" });
    const task = { task: "task of run 2", check: "npm test", traceId: "trace-2" };
    expect(job).toMatchObject({ id: `rerun:${id}@1`, state: "waiting", rerun: task });
    const [row] = await store.findHeads(all, { ids: [id] });
    expect(row?.served.rerun).toMatchObject(task);
    expect(await store.listVersions(all, [id])).toMatchObject([{ rerun: task }]);
  });

  it("leaves a skill without a task, and says so, when no other origin's trace is left", async () => {
    const store = memoryStore();
    await learn(store, 1);
    await learn(store, 2);
    await store.deleteTraces(all, ["trace-2"]);
    await purge(store, "trace-1");
    expect(await record(store)).not.toContain("task of run 1");
    expect(await store.listJobs({ filter: all, kind: "rerun" })).toEqual([]);
    expect((await head(store))?.reasons.join()).toContain("no task to re-run");
  });

  it("does not touch the task when another run is purged", async () => {
    const store = memoryStore();
    await learn(store, 1);
    await learn(store, 2);
    const before = await store.listVersions(all, [id]);
    await purge(store, "trace-2");
    expect(await store.listVersions(all, [id])).toEqual(before);
    expect(await record(store)).not.toContain("trace-2");
  });

  it("deletes the recorded re-runs that repeated the task, and no other run's", async () => {
    const store = memoryStore();
    await learn(store, 1);
    await learn(store, 2);
    const rerunOf = { jobId: `rerun:${id}@1`, skillId: id, version: 1 };
    const finished = { state: "done", stage: "queue", result: "skipped" } as const;
    const entry = (one: string, fields: Partial<Trace>) => ({
      trace: sampleTrace({ id: one, task: "task of run 1", ...fields }),
      job: sampleJob({ id: one, ...finished }),
    });
    const other = { rerunOf: { ...rerunOf, skillId: "another" } };
    await store.addTraces([
      entry("again", { rerunOf }),
      entry("control", { rerunOf }),
      entry("other", other),
    ]);
    expect(await purge(store, "trace-1")).toEqual({ names: [], reruns: 2 });
    const left = await store.getTraces(all, ["again", "control", "other", "trace-2"]);
    expect(left.map((trace) => trace.id)).toEqual(["other", "trace-2"]);
  });

  it("keeps the evidence of a skill that stays, and what it earned by it", async () => {
    const store = memoryStore();
    await learn(store, 1);
    await learn(store, 2);
    const [version] = await store.listVersions(all, [id]);
    if (version === undefined) throw new Error("no version");
    const facts = { passed: true, mistakeRepeated: false, check: "c", runId: "r", traceId: "t", now: NOW };
    await recordRerun({ ...toolsOf(store), version, ...facts });
    await purge(store, "trace-1");
    expect(await head(store)).toMatchObject({ status: "active", version: 1 });
  });

  it("takes no words of one user for a skill that others are served", async () => {
    const store = memoryStore();
    const manage = { ...toolsOf(store), scan: () => allow, gate: () => allow };
    const user = { project: "billing", user: "a" };
    await learn(store, 1, { scope: user });
    await widenSkill(manage, { scope: user, name, by: "maria", to: sampleScope, now: NOW + 9 });
    await learn(store, 2, { scope: { project: "billing", user: "b" } });
    await purge(store, "trace-1");
    expect(await record(store)).not.toContain("task of run");
  });

  it("can be asked for again wherever it died", async () => {
    const steps = ["writeHeads", "deleteJobs", "addJobs", "replaceReruns", "deleteEvidence"] as const;
    for (const step of steps) {
      const store = memoryStore();
      await learn(store, 1);
      await learn(store, 2);
      const dying: Store = { ...store, [step]: () => Promise.reject(new Error("killed")) };
      await expect(purge(dying, "trace-1")).rejects.toThrow("killed");
      await purge(store, "trace-1");
      expect(await record(store)).not.toContain("run 1");
      expect((await store.listJobs({ filter: all, kind: "rerun" })).map((job) => job.id)).toEqual([
        `rerun:${id}@1`,
      ]);
    }
  });

  it("decides again when another writer was faster", async () => {
    const store = memoryStore();
    await learn(store, 1);
    await learn(store, 2);
    let raced = false;
    const racing: Store = {
      ...store,
      writeHeads: async (writes) => {
        if (!raced) {
          raced = true;
          await learn(store, 3, { verified: true });
          const [row] = await store.findHeads(all, { ids: [id] });
          if (row === undefined) throw new Error("no head");
          const moved = { ...row, head: { ...row.head, rev: row.head.rev + 1 } };
          await store.writeHeads([{ row: moved, expectedRev: row.head.rev }]);
        }
        return store.writeHeads(writes);
      },
    };
    await purge(racing, "trace-1");
    expect(await record(store)).not.toContain("task of run 1");
  });
});
