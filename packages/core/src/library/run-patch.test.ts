import { describe, expect, it } from "vitest";
import { memoryStore } from "../io/memory/memory-store.ts";
import { applyPatch } from "../learn/patch/apply-patch.ts";
import type { Store } from "../ports/store.ts";
import { NOW, sampleContent, sampleLesson, sampleUse } from "../testing/library-samples.ts";
import { exact, sampleScope, within } from "../testing/store-samples.ts";
import { canonicalJson } from "../text/canonical-json.ts";
import { skillIdOf } from "../text/scope-key.ts";
import type { GateReport } from "../types/gate-report.ts";
import type { Lesson } from "../types/lesson.ts";
import type { PatchOperation } from "../types/patch.ts";
import type { SkillContent } from "../types/skill.ts";
import type { Verdict } from "../types/verdict.ts";
import type { WrittenPatch } from "./decide-patch.ts";
import { publishPatch } from "./run-patch.ts";
import { publishLessons } from "./run-publish.ts";
import { recordRerun } from "./run-rerun.ts";

const allow: Verdict = { decision: "allow", reasons: [] };
const id = skillIdOf(sampleScope, "git-push-upstream");
const buildSearchDocument = (content: SkillContent) =>
  JSON.stringify(content.bullets.map(({ text }) => text));
const toolsOf = (store: Store) => ({ store, buildSearchDocument, now: NOW + 50 });
const report = (verdict: Verdict = allow): GateReport => ({ verdict, assertions: [] });
const hold: Verdict = { decision: "hold", reasons: [{ code: "judge", detail: "a judge did not pass it" }] };
const rerun = {
  task: "push it again",
  environment: {},
  check: "git status",
  context: {},
  traceId: "trace-9",
};

/** A skill that one run taught, as a candidate. */
async function library(fields: Partial<Lesson> = {}): Promise<Store> {
  const store = memoryStore();
  const lesson = sampleLesson(fields);
  const entries = [{ lesson, verdict: allow, rerun: { ...rerun, task: "push", traceId: "trace-1" } }];
  const mergeLesson = (existing: SkillContent) => existing;
  await publishLessons({ ...toolsOf(store), now: NOW, entries, mergeLesson, gate: () => allow });
  return store;
}
async function rowOf(store: Store) {
  const [row] = await store.findHeads(exact(sampleScope), { ids: [id] });
  if (row === undefined) throw new Error("no skill");
  return row;
}
const versionsOf = (store: Store) => store.listVersions(within(sampleScope), [id]);
async function passRerun(store: Store, number: number, passes = true) {
  const version = (await versionsOf(store)).find((one) => one.version === number);
  if (version === undefined) throw new Error("no such version");
  const facts = {
    passed: passes,
    mistakeRepeated: false,
    check: "c",
    traceId: "t",
    runId: `rerun-${number}`,
  };
  await recordRerun({ ...toolsOf(store), version, ...facts });
}
async function activeLibrary(): Promise<Store> {
  const store = await library();
  await passRerun(store, 1);
  return store;
}
const adding = (text: string): PatchOperation => ({ op: "ADD", section: "procedure", text });
function written(
  operations: readonly PatchOperation[] = [adding("Fetch first.")],
  { base = 1, content = sampleContent(), ...fields }: Partial<Lesson> & { readonly base?: number } = {},
): WrittenPatch {
  const patch = { skillId: id, base, operations, reason: "It was missing." };
  const lesson = sampleLesson({
    kind: "root-cause",
    traceId: "trace-9",
    runId: "run-9",
    index: 100,
    verified: true,
    ...fields,
    content: applyPatch(content, patch, []).content,
  });
  return { action: "patch", patch, lessons: [lesson], rerun, claimIds: ["trace-9#0"] };
}
const publish = (
  store: Store,
  patch: WrittenPatch = written(),
  { verdict = allow, gate = () => allow }: { verdict?: Verdict; gate?: () => Verdict } = {},
) => publishPatch(toolsOf(store), { written: patch, report: report(verdict), applyPatch, gate });
/** All that a reader could see of a library. */
async function picture(store: Store): Promise<string> {
  const rows = await store.listHeads(within(sampleScope));
  return canonicalJson([
    rows.map(({ head, served, searchDocument }) => [{ ...head, rev: 0 }, served, searchDocument]),
    await versionsOf(store),
    (await store.listEvidence(within(sampleScope), {})).map(({ id: row }) => row).sort(),
    (await store.listJobs({ filter: within(sampleScope), kind: "rerun" })).map((job) => job.id).sort(),
    (await store.listEvents(within(sampleScope), { limit: 99 })).map((event) => event.id).sort(),
  ]);
}

describe("publishPatch", () => {
  it("puts the patched version on trial while the one that earned its place is served", async () => {
    const store = await activeLibrary();
    expect(await publish(store)).toMatchObject({ outcome: "generalised", version: 2 });
    const { head, served } = await rowOf(store);
    expect(head).toMatchObject({
      version: 1,
      status: "active",
      trial: { version: 2, status: "candidate" },
      latest: 2,
    });
    expect(served.content).toEqual(sampleContent());
    const patched = (await versionsOf(store))[1];
    expect(patched).toMatchObject({ origin: { kind: "patched", parent: 1 }, verified: true });
    expect(patched?.content.bullets.map(({ text }) => text)).toContain("Fetch first.");
    await passRerun(store, 2);
    expect((await rowOf(store)).head).toMatchObject({ version: 2, status: "active" });
  });

  it("goes back to the good version when the patched one fails its trial", async () => {
    const store = await activeLibrary();
    await publish(store);
    await passRerun(store, 2, false);
    const { head } = await rowOf(store);
    expect(head).toMatchObject({ version: 1, status: "active" });
    expect(head.trial).toBeUndefined();
  });

  it("lets a version that has earned nothing give way", async () => {
    const store = await library();
    expect(await publish(store)).toMatchObject({ outcome: "generalised", version: 2 });
    const { head, served, searchDocument } = await rowOf(store);
    expect(head).toMatchObject({ version: 2, status: "candidate" });
    expect(served.origin).toEqual({ kind: "patched", parent: 1 });
    expect(searchDocument).toContain("Fetch first.");
  });

  it("earns nothing by the run it comes from, not even where that run passed", async () => {
    const procedure = sampleContent({ kind: "procedure" });
    const store = await library({ content: procedure, kind: "procedure" });
    const lessons = [1, 2, 3].flatMap(
      (run) =>
        written([adding("Fetch first.")], { content: procedure, traceId: `t${run}`, runId: `r${run}` })
          .lessons,
    );
    await publish(store, { ...written(undefined, { content: procedure }), lessons });
    expect((await rowOf(store)).head).toMatchObject({ version: 2, status: "candidate" });
    const rows = await store.listEvidence(within(sampleScope), { traceIds: ["t1", "t2", "t3"] });
    expect(rows.map(({ kind, passed, version }) => [kind, passed, version])).toEqual(
      Array.from({ length: 3 }, () => ["origin", false, 2]),
    );
  });

  it("has a re-run of its own, with the check that is known", async () => {
    const store = await library();
    await publish(store);
    const [job, ...others] = await store.listJobs({ filter: within(sampleScope), kind: "rerun" });
    expect(others).toEqual([]);
    expect(job).toMatchObject({ id: `rerun:${id}@2`, rerun: { task: "push", check: "git status" } });
  });

  it("counts only one trial at a time, and lets a patch of the trial take its place", async () => {
    const store = await activeLibrary();
    await publish(store);
    const other = written([adding("Ask for the remote.")], { traceId: "trace-8" });
    expect(await publish(store, other)).toMatchObject({ outcome: "held", reason: "version 2 is on trial" });
    expect(await versionsOf(store)).toHaveLength(2);
    const [, second] = await versionsOf(store);
    const further = written([adding("Ask for the remote.")], {
      base: 2,
      traceId: "trace-8",
      ...(second !== undefined && { content: second.content }),
    });
    expect(await publish(store, further)).toMatchObject({ outcome: "generalised", version: 3 });
    const { head } = await rowOf(store);
    expect(head).toMatchObject({ version: 1, trial: { version: 3 } });
    const jobs = await store.listJobs({ filter: within(sampleScope), kind: "rerun" });
    expect(jobs.map((job) => job.id)).toContain(`rerun:${id}@3`);
    expect(jobs.map((job) => job.id)).not.toContain(`rerun:${id}@2`);
  });

  it("applies a patch anew where its base has moved, judged once more, and drops it where it no longer fits", async () => {
    const store = await library();
    await publish(
      store,
      written([{ op: "REVISE", bulletId: "b2", text: "Ask first." }], { traceId: "trace-8" }),
    );
    const rejecting = { decision: "reject", reasons: [{ code: "scan", detail: "hostile" }] } as const;
    expect(await publish(store, written(), { gate: () => rejecting })).toMatchObject({
      outcome: "rejected",
      reason: "hostile",
    });
    expect(await publish(store)).toMatchObject({ outcome: "generalised", version: 3 });
    expect((await rowOf(store)).served.content.bullets.map(({ text }) => text)).toEqual(
      expect.arrayContaining(["Ask first.", "Fetch first."]),
    );
    const gone = written([{ op: "REVISE", bulletId: "b2", text: "Push twice." }], { traceId: "trace-7" });
    expect(await publish(store, gone)).toMatchObject({
      outcome: "rejected",
      reason: "it no longer fits version 3: there is no such line",
    });
    const half = written([{ op: "REVISE", bulletId: "b2", text: "Push twice." }, adding("Wait.")], {
      traceId: "t",
    });
    expect((await publish(store, half)).outcome).toBe("rejected");
  });

  it("takes out a line only by what is on record of it now", async () => {
    const two = sampleContent({
      bullets: [...sampleContent().bullets, { id: "b6", section: "procedure", text: "Force it." }],
    });
    const store = await library({ content: two });
    const patch = written([{ op: "PRUNE", bulletId: "b6", reason: "harm" }], { content: two });
    expect((await publish(store, patch)).outcome).toBe("rejected");
    await store.bumpStats([{ scope: sampleScope, skillId: id, bulletId: "b6", harmful: 3 }], NOW);
    expect((await publish(store, patch)).outcome).toBe("generalised");
    expect((await rowOf(store)).served.content.bullets).toEqual(sampleContent().bullets);
  });

  it("stores nothing that the gate rejects, or that a person would have to approve", async () => {
    const store = await activeLibrary();
    const before = await versionsOf(store);
    const reject: Verdict = { decision: "reject", reasons: [{ code: "scan", detail: "hostile" }] };
    expect(await publish(store, written(), { verdict: reject })).toMatchObject({ outcome: "rejected" });
    expect(await publish(store, written(), { verdict: hold })).toMatchObject({ outcome: "held" });
    const holding = written(undefined, { holds: ["unbound-value"] });
    expect((await publish(store, holding)).outcome).toBe("held");
    expect(await versionsOf(store)).toEqual(before);
    expect((await rowOf(store)).head.trial).toBeUndefined();
  });

  it("keeps the holds of a skill that waits for a person", async () => {
    const store = await library({ holds: ["skeptic"] });
    expect(await publish(store, written(), { verdict: hold })).toMatchObject({ outcome: "generalised" });
    const { head, served } = await rowOf(store);
    expect(head).toMatchObject({ version: 2, status: "quarantined" });
    expect(served.holds).toEqual(["skeptic", "scan"]);
  });

  it("does not try a text again that failed before", async () => {
    const store = await activeLibrary();
    await publish(store);
    await passRerun(store, 2, false);
    expect(await publish(store, written(undefined, { traceId: "trace-8" }))).toMatchObject({
      outcome: "rejected",
      reason: "this text was tried before",
    });
  });

  it("leaves a skill alone that is retired, removed, of another scope, or passes by itself", async () => {
    const transient = await library({ transient: true });
    expect((await publish(transient)).outcome).toBe("rejected");
    const store = await activeLibrary();
    const narrow = written(undefined, { scope: { ...sampleScope, user: "a" } });
    expect(await publish(store, narrow)).toMatchObject({
      outcome: "rejected",
      reason: "the skill was removed",
    });
    const { head, ...row } = await rowOf(store);
    const retired = { ...head, status: "retired", reasons: ["retired by maria"], rev: head.rev + 1 } as const;
    await store.writeHeads([{ row: { ...row, head: retired }, expectedRev: head.rev }]);
    expect(await publish(store)).toMatchObject({ outcome: "rejected", reason: "the skill is retired" });
    await store.removeSkills(within(sampleScope), [id]);
    expect((await publish(store)).outcome).toBe("rejected");
  });

  it("ends in the same library wherever its writing died", async () => {
    const writes = ["addVersions", "writeHeads", "addEvidence", "addJobs", "addEvents"] as const;
    const cases = [
      ...writes.map((step) => [step, activeLibrary] as const),
      ...([...writes, "deleteJobs"] as const).map((step) => [step, library] as const),
    ];
    for (const [step, begin] of cases) {
      const whole = await begin();
      await publish(whole);
      for (const when of ["before", "after"] as const) {
        const store = await begin();
        const write = store[step] as (...given: readonly unknown[]) => Promise<unknown>;
        const killed = async (...given: readonly unknown[]) => {
          if (when === "after") await write(...given);
          throw new Error("killed");
        };
        await expect(publish({ ...store, [step]: killed })).rejects.toThrow("killed");
        expect(await publish(store)).toMatchObject({ outcome: "generalised", version: 2 });
        await publish(store);
        expect(await picture(store)).toBe(await picture(whole));
      }
    }
  });

  it("decides again when another writer was faster, and passes over the number that it took", async () => {
    const store = await activeLibrary();
    let raced = false;
    const racing: Store = {
      ...store,
      addVersions: async (versions) => {
        if (!raced) {
          raced = true;
          await publish(store, written([adding("Ask for the remote.")], { traceId: "trace-8" }));
          await passRerun(store, 2);
        }
        await store.addVersions(versions);
      },
    };
    expect(await publish(racing)).toMatchObject({ outcome: "generalised", version: 3 });
    const texts = (await versionsOf(store))[2]?.content.bullets.map(({ text }) => text);
    expect(texts).toEqual(expect.arrayContaining(["Ask for the remote.", "Fetch first."]));
  });

  it("passes over a number that a dead write left with another text", async () => {
    const store = await activeLibrary();
    const [first] = await versionsOf(store);
    if (first === undefined) throw new Error("no version");
    await store.addVersions([{ ...first, version: 2 }]);
    expect(await publish(store)).toMatchObject({ outcome: "generalised", version: 3 });
    expect((await rowOf(store)).head).toMatchObject({ latest: 3, trial: { version: 3 } });
  });

  it("gives up when other writers never let go", async () => {
    const store = await activeLibrary();
    const losing: Store = {
      ...store,
      writeHeads: async (writes) => new Set(writes.map(({ row }) => row.head.id)),
    };
    await expect(publish(losing)).rejects.toMatchObject({ code: "STORE_CONFLICT" });
  });

  it("keeps what a served version was found by, and adds the errors of the run", async () => {
    const store = await activeLibrary();
    const patch = written();
    const [lesson] = patch.lessons;
    if (lesson === undefined) throw new Error("no lesson");
    const keys = { ...lesson.content.keys, signatures: ["x", "another error"] };
    await publish(store, { ...patch, lessons: [{ ...lesson, content: { ...lesson.content, keys } }] });
    expect((await versionsOf(store))[1]?.content.keys).toEqual(keys);
    expect((await versionsOf(store))[0]?.content.keys.signatures).toEqual(["x"]);
  });

  it("does not take uses of the version before for its own", async () => {
    const store = await library();
    await store.addEvidence([1, 2, 3].map((run) => sampleUse(run)));
    await publish(store);
    expect((await rowOf(store)).head).toMatchObject({ version: 2, status: "candidate" });
  });
});
