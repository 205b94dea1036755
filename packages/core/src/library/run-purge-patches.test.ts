import { describe, expect, it } from "vitest";
import { memoryStore } from "../io/memory/memory-store.ts";
import { applyPatch } from "../learn/patch/apply-patch.ts";
import type { Store } from "../ports/store.ts";
import { learnedVersion, NOW, sampleContent, sampleLesson } from "../testing/library-samples.ts";
import { sampleEntry, sampleScope, sampleTrace, within } from "../testing/store-samples.ts";
import { skillIdOf } from "../text/scope-key.ts";
import type { Lesson } from "../types/lesson.ts";
import type { SkillContent } from "../types/skill.ts";
import type { Verdict } from "../types/verdict.ts";
import { rollbackSkill } from "./run-manage.ts";
import { publishPatch } from "./run-patch.ts";
import { publishLessons } from "./run-publish.ts";
import { purgeLearned } from "./run-purge.ts";
import { recordRerun } from "./run-rerun.ts";

const allow: Verdict = { decision: "allow", reasons: [] };
const name = "git-push-upstream";
const id = skillIdOf(sampleScope, name);
const all = within(sampleScope);
const toolsOf = (store: Store) => ({
  store,
  buildSearchDocument: (content: SkillContent) => content.bullets.map(({ text }) => text).join("\n"),
});
const specOf = (run: number) => ({
  task: `task of run ${run}`,
  environment: {},
  check: "npm test",
  context: {},
  traceId: `trace-${run}`,
});
const lessonOf = (run: number, fields: Partial<Lesson> = {}) =>
  sampleLesson({ traceId: `trace-${run}`, runId: `run-${run}`, ...fields });

async function traced(store: Store, run: number): Promise<void> {
  const traceId = `trace-${run}`;
  const { job } = sampleEntry(traceId, sampleScope);
  const signals = [{ source: "test", outcome: "success", check: "npm test" }] as const;
  await store.addTraces([{ trace: sampleTrace({ id: traceId, task: `task of run ${run}`, signals }), job }]);
}

/** A skill that run 1 taught. */
async function library({ active = false } = {}): Promise<Store> {
  const store = memoryStore();
  await traced(store, 1);
  const entries = [{ lesson: lessonOf(1), verdict: allow, rerun: specOf(1) }];
  const mergeLesson = (existing: SkillContent) => existing;
  await publishLessons({ ...toolsOf(store), entries, mergeLesson, gate: () => allow, now: NOW });
  if (active) await passRerun(store, 1);
  return store;
}
async function passRerun(store: Store, number: number, passed = true) {
  const version = (await store.listVersions(all, [id])).find((one) => one.version === number);
  if (version === undefined) throw new Error("no such version");
  const facts = { passed, mistakeRepeated: false, check: "c", traceId: "t", runId: `rerun-${number}` };
  await recordRerun({ ...toolsOf(store), version, ...facts, now: NOW + number });
}
/** Has runs speak for another line. */
async function patch(store: Store, runs: readonly number[], text: string) {
  for (const run of runs) await traced(store, run);
  const { head, served } = await rowOf(store);
  const operations = [{ op: "ADD", section: "procedure", text }] as const;
  const change = { skillId: id, base: head.version, operations, reason: "It was missing." };
  const { content } = applyPatch(served.content, change, []);
  const lessons = runs.map((run) => lessonOf(run, { kind: "root-cause", index: 100, content }));
  const written = {
    action: "patch",
    patch: change,
    lessons,
    rerun: specOf(runs[0] ?? 0),
    claimIds: [],
  } as const;
  const report = { verdict: allow, assertions: [] };
  return publishPatch(
    { ...toolsOf(store), now: NOW + 10 },
    { written, report, applyPatch, gate: () => allow },
  );
}
async function rowOf(store: Store) {
  const [row] = await store.findHeads(all, { ids: [id] });
  if (row === undefined) throw new Error("no skill");
  return row;
}
const textsOf = async (store: Store) => (await rowOf(store)).served.content.bullets.map(({ text }) => text);
const purge = (store: Store, ...runs: readonly number[]) =>
  purgeLearned(toolsOf(store), {
    scope: sampleScope,
    traceIds: runs.map((run) => `trace-${run}`),
    now: NOW + 100,
  });
const jobsOf = async (store: Store) =>
  (await store.listJobs({ filter: all, kind: "rerun" })).map((job) => job.id).sort();

describe("purgeLearned, of patches", () => {
  it("puts a patched version that was made of the purged run alone back to the version before", async () => {
    const store = await library();
    await patch(store, [2], "Fetch first.");
    expect(await textsOf(store)).toContain("Fetch first.");
    expect(await purge(store, 2)).toEqual({ names: [], reruns: 0 });
    const { head, served, searchDocument } = await rowOf(store);
    expect(head).toMatchObject({ version: 1, status: "candidate", latest: 2 });
    expect(head.reasons.join()).toContain("version 2 was taken back");
    expect(served.content).toEqual(sampleContent());
    expect(searchDocument).not.toContain("Fetch first.");
    expect(await jobsOf(store)).toEqual([`rerun:${id}@1`]);
    expect(await store.listEvidence(all, { traceIds: ["trace-2"] })).toEqual([]);
  });

  it("drops one that is on trial, and leaves the good version what it was", async () => {
    const store = await library({ active: true });
    await patch(store, [2], "Fetch first.");
    expect((await rowOf(store)).head.trial?.version).toBe(2);
    await purge(store, 2);
    const { head } = await rowOf(store);
    expect(head).toMatchObject({ version: 1, status: "active" });
    expect(head.trial).toBeUndefined();
    expect(await jobsOf(store)).toEqual([`rerun:${id}@1`]);
  });

  it("goes back to a version that has earned its place, from one that took it", async () => {
    const store = await library({ active: true });
    await patch(store, [2], "Fetch first.");
    await passRerun(store, 2);
    expect((await rowOf(store)).head.version).toBe(2);
    await purge(store, 2);
    expect((await rowOf(store)).head).toMatchObject({ version: 1, status: "active" });
  });

  it("keeps a patch that another run spoke for as well, until that one goes too", async () => {
    const store = await library();
    await patch(store, [2, 3], "Fetch first.");
    await purge(store, 2);
    expect((await rowOf(store)).head.version).toBe(2);
    await purge(store, 3);
    expect((await rowOf(store)).head.version).toBe(1);
  });

  it("takes the lines of a forgotten patch out of what was made from it, and no further", async () => {
    const store = await library();
    await patch(store, [2], "Fetch first.");
    await patch(store, [3], "Ask for the remote.");
    expect((await rowOf(store)).head.version).toBe(3);
    await purge(store, 3);
    expect(await textsOf(store)).toContain("Fetch first.");
    const other = await library();
    await patch(other, [2], "Fetch first.");
    await patch(other, [3], "Ask for the remote.");
    await purge(other, 2);
    expect(await textsOf(other)).not.toContain("Fetch first.");
    expect((await rowOf(other)).head.version).toBe(1);
  });

  it("does not take a run that changed a line for an origin of the skill", async () => {
    const store = await library();
    await patch(store, [2], "Fetch first.");
    expect((await purge(store, 1)).names).toEqual([name]);
    expect(await store.listHeads(all)).toEqual([]);
  });

  it("leaves a skill that somebody brought in where a run that changed it is forgotten", async () => {
    const store = memoryStore();
    const served = learnedVersion({ origin: { kind: "imported", by: "maria" } });
    await store.addVersions([served]);
    const head = {
      id,
      scope: sampleScope,
      name,
      lessonKey: "imported",
      version: 1,
      status: "candidate",
      latest: 1,
      reasons: [],
      rev: 1,
      createdAt: NOW,
      updatedAt: NOW,
    } as const;
    await store.writeHeads([{ row: { head, served, searchDocument: "" }, expectedRev: null }]);
    await patch(store, [2], "Fetch first.");
    expect((await purge(store, 2)).names).toEqual([]);
    expect((await rowOf(store)).head.version).toBe(1);
  });

  it("leaves a version that a person moved to a wider scope, since none was before it there", async () => {
    const store = await library();
    await patch(store, [2], "Fetch first.");
    const { head, served, ...row } = await rowOf(store);
    const wide = { ...served, origin: { kind: "patched", by: "maria" } } as const;
    const moved = { ...head, rev: head.rev + 1 };
    await store.writeHeads([{ row: { ...row, head: moved, served: wide }, expectedRev: head.rev }]);
    const versions: Store["listVersions"] = async (...given) =>
      (await store.listVersions(...given)).flatMap((one) => (one.version === 2 ? [wide] : []));
    await purge({ ...store, listVersions: versions }, 2);
    expect((await rowOf(store)).head).toMatchObject({ version: 2, status: "candidate" });
  });

  it("lets nobody go back to the forgotten version, nor to one that has its lines", async () => {
    const store = await library();
    await patch(store, [2], "Fetch first.");
    await patch(store, [3], "Ask for the remote.");
    const manage = { ...toolsOf(store), scan: () => allow, gate: () => allow };
    const back = (version: number) =>
      rollbackSkill(manage, { scope: sampleScope, name, by: "maria", version, now: NOW + 200 });
    expect((await back(2)).version).toBe(4);
    await purge(store, 2);
    expect((await rowOf(store)).head.version).toBe(1);
    for (const version of [2, 3, 4])
      await expect(back(version)).rejects.toMatchObject({ code: "NOT_ALLOWED" });
    await expect(back(2)).rejects.toThrow("words of a run that was forgotten");
  });

  it("tells skills that build on one which was put back to a bad version, or is gone", async () => {
    const begin = async () => {
      const store = await library();
      const content = sampleContent({ name: "release", uses: [name] });
      const lesson = lessonOf(7, { key: "release", content });
      const rules = { mergeLesson: (existing: SkillContent) => existing, gate: () => allow };
      await publishLessons({ ...toolsOf(store), ...rules, entries: [{ lesson, verdict: allow }], now: NOW });
      const reasons = async () => {
        const [row] = await store.findHeads(all, { names: ["release"] });
        return row?.head.reasons.join("; ");
      };
      return { store, reasons };
    };
    const { store, reasons } = await begin();
    await passRerun(store, 1, false);
    expect(await reasons()).toContain(`builds on ${name}, which is quarantined`);
    await patch(store, [2], "Fetch first.");
    expect(await reasons()).not.toContain("builds on");
    await purge(store, 2);
    expect(await reasons()).toContain(`builds on ${name}, which is quarantined`);
    const other = await begin();
    await purge(other.store, 1);
    expect(await other.reasons()).toContain(`builds on ${name}, which is gone`);
  });

  it("leaves a skill that a person retired retired", async () => {
    const store = await library();
    await patch(store, [2], "Fetch first.");
    const { head, ...row } = await rowOf(store);
    const retired = { ...head, status: "retired", reasons: ["retired by maria"], rev: head.rev + 1 } as const;
    await store.writeHeads([{ row: { ...row, head: retired }, expectedRev: head.rev }]);
    await purge(store, 2);
    expect((await rowOf(store)).head).toMatchObject({
      version: 1,
      status: "retired",
      reasons: ["retired by maria"],
    });
  });

  it("can be asked for again wherever it died", async () => {
    const steps = ["writeHeads", "addJobs", "deleteJobs", "deleteEvidence"] as const;
    for (const step of steps) {
      const store = await library();
      await patch(store, [2], "Fetch first.");
      const dying: Store = { ...store, [step]: () => Promise.reject(new Error("killed")) };
      await expect(purge(dying, 2)).rejects.toThrow("killed");
      await purge(store, 2);
      expect(await textsOf(store)).toEqual(sampleContent().bullets.map(({ text }) => text));
      expect(await jobsOf(store)).toEqual([`rerun:${id}@1`]);
      expect(await store.listEvidence(all, { traceIds: ["trace-2"] })).toEqual([]);
    }
  });

  it("decides again when another writer was faster", async () => {
    const store = await library();
    await patch(store, [2], "Fetch first.");
    let raced = false;
    const racing: Store = {
      ...store,
      writeHeads: async (writes) => {
        if (raced) return store.writeHeads(writes);
        raced = true;
        await patch(store, [3], "Ask for the remote.");
        return store.writeHeads(writes);
      },
    };
    await purge(racing, 2);
    expect(await textsOf(store)).not.toContain("Fetch first.");
  });
});
