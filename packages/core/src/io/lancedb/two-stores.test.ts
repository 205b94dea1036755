import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Store } from "../../ports/store.ts";
import {
  change,
  creation,
  sampleEntry,
  sampleEvidence,
  sampleJob,
  sampleModelCall,
  sampleScope,
  sampleStoredClaim,
  visible,
  within,
} from "../../testing/store-samples.ts";
import { skillIdOf } from "../../text/scope-key.ts";
import { systemClock } from "../system-clock.ts";
import { loadNative } from "./native.ts";
import { openLanceStore } from "./open-lance-store.ts";

const all = within(sampleScope);
const claim = { filter: all, kind: "trace", limit: 10, now: 2_000, leaseMs: 1_000 } as const;

/** Two stores on one home stand for two processes: they share nothing but the files. */
describe("two stores on one home", () => {
  let home: string;
  let stores: readonly [Store, Store];
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), "skillloop-two-"));
    stores = [await openLanceStore({ home }), await openLanceStore({ home })];
  });
  afterEach(async () => {
    for (const store of stores) await store.close();
    await rm(home, { recursive: true, force: true });
  });
  const both = <T>(work: (store: Store, index: number) => Promise<T>) => Promise.all(stores.map(work));

  it("DB1: a trace that both add is stored once and worked on once", async () => {
    await both(async (store) => {
      for (let index = 0; index < 20; index += 1) await store.addTraces([sampleEntry(`t${index}`)]);
    });
    expect(await stores[0].listTraces(all, { limit: 99 })).toHaveLength(20);
    expect((await stores[1].countJobs(all)).trace.waiting).toBe(20);
    const claimed = await both((store, index) =>
      store.claimJobs({ ...claim, owner: `o${index}`, limit: 20 }),
    );
    const ids = claimed.flat().map(({ id }) => id);
    expect(ids).toHaveLength(20);
    expect(new Set(ids).size).toBe(20);
  });

  it("a second row of a job that is leased already is never worked on", async () => {
    const [first, second] = stores;
    await first.addTraces([sampleEntry("t1")]);
    await first.claimJobs({ ...claim, owner: "o1" });
    // What a race of two adds leaves behind, made by hand.
    const { lance } = await loadNative();
    const connection = await lance.connect(home);
    const jobs = await connection.openTable("jobs");
    const [row] = await jobs.query().toArray();
    await jobs.add([
      { ...row?.toJSON(), state: "waiting", lease_owner: null, lease_until: null, lease_token: null },
    ]);
    connection.close();
    expect(await second.claimJobs({ ...claim, owner: "o2" })).toEqual([]);
    const done = { id: "t1", patch: { state: "done" } } as const;
    expect(await first.commitJobs("o1", [done], 2_100)).toEqual(new Set(["t1"]));
    expect(await second.claimJobs({ ...claim, owner: "o2" })).toEqual([]);
  });

  it("a claim that both add is one, and goes to one skill when both use it", async () => {
    const rows = Array.from({ length: 8 }, (_, index) => sampleStoredClaim({ id: `t${index}#0` }));
    await both((store) => store.addClaims(rows));
    await both((store, index) =>
      store.useClaims(
        all,
        rows.map(({ id }) => ({ id, skillId: `skill-${index}` })),
      ),
    );
    const [first, second] = await both((store) => store.listClaims(all, {}));
    expect(first).toHaveLength(8);
    expect(first).toEqual(second);
    expect(first?.every(({ state, skillId }) => state === "used" && skillId !== undefined)).toBe(true);
  });

  it("counts the model calls of both, each once", async () => {
    const shared = sampleModelCall({ id: "shared", cost: 0.5 });
    await both((store, index) => store.addModelCalls([shared, sampleModelCall({ id: `own-${index}` })]));
    const sums = await both((store) => store.sumModelCalls(all, {}));
    expect(sums[0]?.reflect).toEqual({ calls: 3, inputTokens: 300, outputTokens: 30, cost: 0.5 });
    expect(sums[1]).toEqual(sums[0]);
  });

  it("takes a trace again that the other store deleted", async () => {
    const [first, second] = stores;
    await first.addTraces([sampleEntry("t1")]);
    await second.deleteTraces(all, ["t1"]);
    expect(await first.addTraces([sampleEntry("t1")])).toEqual(new Set(["t1"]));
    expect(await second.addTraces([sampleEntry("t1")])).toEqual(new Set());
  });

  it("works on a trace that was deleted and added again elsewhere", async () => {
    const [first, second] = stores;
    await first.addTraces([sampleEntry("t1")]);
    await first.claimJobs({ ...claim, owner: "o1" });
    await second.deleteTraces(all, ["t1"]);
    await second.addTraces([sampleEntry("t1")]);
    expect(await first.claimJobs({ ...claim, owner: "o1" })).toHaveLength(1);
  });

  it("puts no job into the queue whose trace was deleted meanwhile, or whose job was dropped", async () => {
    const [first, second] = stores;
    await first.addTraces([sampleEntry("t1"), sampleEntry("t2"), sampleEntry("t3")]);
    await second.deleteTraces(all, ["t1"]);
    await second.deleteJobs(all, ["t2"]);
    expect((await first.claimJobs({ ...claim, owner: "o1" })).map(({ id }) => id)).toEqual(["t3"]);
    expect(await first.getTraces(all, ["t1", "t2", "t3"])).toHaveLength(2);
  });

  it("lets one of two writers of a skill win and tells the other", async () => {
    await stores[0].writeHeads([creation({ name: "push" })]);
    for (let round = 0; round < 10; round += 1) {
      const [row] = await stores[1].findHeads(all, { names: ["push"] });
      if (row === undefined) throw new Error("the skill is gone");
      const lost = await both((store, index) => store.writeHeads([change(row, { updatedAt: index })]));
      expect(lost.filter((ids) => ids.size === 0)).toHaveLength(1);
    }
    expect((await stores[0].listHeads(all))[0]?.head.rev).toBe(11);
  });

  it("DB1: both create the same skills and each is there once", async () => {
    const names = Array.from({ length: 30 }, (_, index) => `skill-${index}`);
    const lost = await both((store) => store.writeHeads(names.map((name) => creation({ name }))));
    expect(await stores[0].listHeads(all)).toHaveLength(30);
    expect((lost[0]?.size ?? 0) + (lost[1]?.size ?? 0)).toBe(30);
  });

  it("DB1: both add the same evidence and each row is there once", async () => {
    const rows = Array.from({ length: 30 }, (_, index) => sampleEvidence({ id: `e${index}`, skillId: "s" }));
    await both((store) => store.addEvidence(rows));
    expect(await stores[0].listEvidence(all, {})).toHaveLength(30);
  });

  it("DB2: counters lose no addition", async () => {
    await both(async (store) => {
      for (let index = 0; index < 25; index += 1) {
        await store.bumpStats([{ scope: sampleScope, skillId: "p1", used: 1 }], index);
      }
    });
    expect((await stores[0].listStats(all))[0]).toMatchObject({ used: 50, lastUsedAt: 24 });
  });

  it("counts on after the other store removed the skill", async () => {
    const skillId = skillIdOf(sampleScope, "push");
    await stores[0].writeHeads([creation({ name: "push" })]);
    const bump = () => stores[0].bumpStats([{ scope: sampleScope, skillId, shown: 1 }], 1);
    await bump();
    await stores[1].removeSkills(all, [skillId]);
    await bump();
    expect((await stores[1].listStats(all))[0]?.shown).toBe(1);
  });

  it("the other store's changes and removals come with the next delta, and only they", async () => {
    const [reader, writer] = stores;
    const seen = visible(sampleScope);
    await writer.writeHeads(["a", "b", "c"].map((name) => creation({ name })));
    const whole = await reader.readLibrary(seen);
    expect(await reader.libraryToken()).toBe(whole.token);
    const [row] = await writer.findHeads(all, { names: ["b"] });
    if (row !== undefined) await writer.writeHeads([change(row, { status: "active" })]);
    await writer.removeSkills(all, [skillIdOf(sampleScope, "c")]);
    expect(await reader.libraryToken()).not.toBe(whole.token);
    const delta = await reader.readLibrary(seen, whole.token);
    expect(delta.reset).toBe(false);
    expect(delta.changed.map(({ head }) => head.name)).toEqual(["b"]);
    expect(delta.removed).toEqual([skillIdOf(sampleScope, "c")]);
  });

  it("each of many quick changes of the other store moves the library's token, also after a rest", async () => {
    const [reader, writer] = stores;
    await writer.writeHeads([creation({ name: "push" })]);
    for (let round = 0; round < 12; round += 1) {
      // Every third round the file system's clock has moved on, and the quick way of looking may answer.
      if (round % 3 === 0) await new Promise((resolve) => setTimeout(resolve, 250));
      const before = await reader.libraryToken();
      expect(await reader.libraryToken()).toBe(before);
      const [row] = await writer.findHeads(all, { names: ["push"] });
      if (row !== undefined) await writer.writeHeads([change(row, { reasons: [`round ${round}`] })]);
      expect(await reader.libraryToken()).not.toBe(before);
    }
  });

  it("what a reader writes into a version it was handed does not come back", async () => {
    const [reader, writer] = stores;
    await writer.writeHeads([creation({ name: "push" })]);
    const [row] = (await reader.readLibrary(all)).changed;
    const content = row?.served().content as { description: string };
    expect(() => {
      content.description = "changed";
    }).toThrow(TypeError);
    expect(row?.served().content.description).not.toBe("changed");
  });

  it("a change in another scope of the project is no news here", async () => {
    const [reader, writer] = stores;
    const mine = { scope: { ...sampleScope, user: "a" }, reach: "exact" } as const;
    await writer.writeHeads([creation({ name: "mine", scope: mine.scope })]);
    const whole = await reader.readLibrary(mine);
    await writer.writeHeads([creation({ name: "theirs", scope: { ...sampleScope, user: "b" } })]);
    const delta = await reader.readLibrary(mine, whole.token);
    expect([delta.reset, delta.changed, delta.removed]).toEqual([false, [], []]);
  });

  it("a writer whose clock is an hour behind is seen by the next delta and worked on", async () => {
    const [ahead] = stores;
    const late = systemClock();
    const clock = { ...late, now: () => late.now() - 3_600_000 };
    const behind = await openLanceStore({ home, clock });
    const seen = visible(sampleScope);
    await ahead.writeHeads([creation({ name: "a" }), creation({ name: "b" })]);
    await ahead.addTraces([sampleEntry("t1")]);
    expect(await ahead.claimJobs({ ...claim, owner: "o1" })).toHaveLength(1);
    const whole = await ahead.readLibrary(seen);
    await behind.writeHeads([creation({ name: "c" })]);
    await behind.removeSkills(all, [skillIdOf(sampleScope, "b")]);
    await behind.addTraces([sampleEntry("t2")]);
    const delta = await ahead.readLibrary(seen, whole.token);
    expect(delta.changed.map(({ head }) => head.name)).toEqual(["c"]);
    expect(delta.removed).toEqual([skillIdOf(sampleScope, "b")]);
    expect((await ahead.claimJobs({ ...claim, owner: "o1" })).map(({ id }) => id)).toEqual(["t2"]);
    await behind.close();
  });

  it("compaction in one store disturbs neither reads nor writes of the other, and leaves few files", async () => {
    const [worker, maintainer] = stores;
    const writing = (async () => {
      for (let index = 0; index < 60; index += 1) {
        await worker.addJobs([sampleJob({ id: `j${index}` })]);
        await worker.listJobs({ filter: all });
      }
    })();
    const results: boolean[] = [];
    for (let count = 0; count < 5; count += 1) results.push(await maintainer.maintain({ force: true }));
    await writing;
    expect(results.some((done) => done)).toBe(true);
    expect(await worker.listJobs({ filter: all })).toHaveLength(60);
    await maintainer.maintain({ force: true });
    const { lance } = await loadNative();
    const connection = await lance.connect(home);
    const { fragmentStats } = await (await connection.openTable("jobs")).stats();
    expect(fragmentStats.numFragments).toBe(1);
    connection.close();
    expect((await readdir(home)).filter((name) => name.endsWith(".lock"))).toEqual([]);
  });

  it("compacts by itself once a table has many small pieces", async () => {
    const [store] = stores;
    for (let index = 0; index < 90; index += 1) await store.addJobs([sampleJob({ id: `j${index}` })]);
    await store.close();
    const { lance } = await loadNative();
    const connection = await lance.connect(home);
    const { fragmentStats } = await (await connection.openTable("jobs")).stats();
    expect(fragmentStats.numFragments).toBeLessThan(60);
    connection.close();
  });
});
