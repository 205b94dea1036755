import { expect, it } from "vitest";
import type { Store } from "../ports/store.ts";
import { skillIdOf } from "../text/scope-key.ts";
import {
  change,
  creation,
  exact,
  sampleEvidence,
  sampleRow,
  sampleScope,
  sampleVersion,
  visible,
  within,
} from "./store-samples.ts";
import type { StoreUnderTest } from "./store-under-test.ts";

const all = within(sampleScope);

async function headOf(store: Store, name: string) {
  const [row] = await store.findHeads(all, { names: [name] });
  if (row === undefined) throw new Error(`no head named ${name}`);
  return row;
}

export function skillContract(current: () => StoreUnderTest): void {
  const id = skillIdOf(sampleScope, "push");

  it("keeps versions immutable, in order", async () => {
    const { store } = current();
    const one = sampleVersion({
      name: "push",
      expiresAt: 5,
      rerun: { task: "t", environment: {}, context: {} },
    });
    const two = sampleVersion({ name: "push", version: 2, text: "Other text." });
    await store.addVersions([two, one]);
    await store.addVersions([sampleVersion({ name: "push", text: "Written over." })]);
    expect(await store.listVersions(all, [id])).toEqual([one, two]);
    expect(await store.listVersions(all, ["unknown"])).toEqual([]);
  });

  it("replaces or drops what a version holds for its re-run, and changes nothing else of it", async () => {
    const { store, reopen } = current();
    const before = { task: "push for a customer", environment: {}, context: {}, traceId: "t1" };
    const after = {
      task: "push",
      environment: { node: "22" },
      check: "npm test",
      context: {},
      traceId: "t2",
    };
    const versions = [1, 2, 3].map((version) => sampleVersion({ name: "push", version, rerun: before }));
    await store.addVersions(versions);
    const changes = [
      { skillId: id, version: 1, rerun: after },
      { skillId: id, version: 2 },
      { skillId: id, version: 9, rerun: after },
    ];
    expect(await store.replaceReruns(exact({ project: "billing", user: "u" }), changes)).toBe(0);
    expect(await store.replaceReruns(all, changes)).toBe(2);
    const later = reopen === undefined ? store : await reopen();
    const [first, second, third] = await later.listVersions(all, [id]);
    const { rerun: _gone, ...bare } = sampleVersion({ name: "push", version: 2, rerun: before });
    expect(first).toEqual({ ...versions[0], rerun: after });
    expect(second).toEqual(bare);
    expect(third).toEqual(versions[2]);
  });

  it("DB3: finds a head right after it was written, by id, name and lesson key", async () => {
    const { store } = current();
    const row = sampleRow({
      name: "push",
      trial: { version: 2, status: "candidate" },
      reasons: ["it's held"],
    });
    expect(await store.writeHeads([{ row, expectedRev: null }])).toEqual(new Set());
    expect(await store.findHeads(all, { ids: [id] })).toEqual([row]);
    expect(await store.findHeads(all, { names: ["push"] })).toEqual([row]);
    expect(await store.findHeads(all, { lessonKeys: ["lesson of push"] })).toEqual([row]);
    expect(await store.findHeads(all, { ids: [] })).toEqual([]);
    expect(await store.listHeads(all)).toEqual([row]);
  });

  it("DB5: a head without a trial comes back without one", async () => {
    const { store } = current();
    const row = sampleRow({ name: "push" });
    await store.writeHeads([
      { row: { ...row, head: { ...row.head, trial: undefined } as never }, expectedRev: null },
    ]);
    expect("trial" in (await headOf(store, "push")).head).toBe(false);
  });

  it("takes one of two writes decided on the same rev and reports the loser", async () => {
    const { store } = current();
    await store.writeHeads([creation({ name: "push" })]);
    const row = await headOf(store, "push");
    const first = change(row, { status: "active" });
    const second = change(row, { status: "retired" });
    expect(await store.writeHeads([first])).toEqual(new Set());
    expect(await store.writeHeads([second])).toEqual(new Set([id]));
    expect((await headOf(store, "push")).head).toMatchObject({ status: "active", rev: 2 });
  });

  it("lets one of many parallel writers win", async () => {
    const { store } = current();
    await store.writeHeads([creation({ name: "push" })]);
    const row = await headOf(store, "push");
    const writes = Array.from({ length: 8 }, (_, index) => change(row, { updatedAt: 2_000 + index }));
    const results = await Promise.all(writes.map((write) => store.writeHeads([write])));
    expect(results.filter((lost) => lost.size === 0)).toHaveLength(1);
    expect((await headOf(store, "push")).head.rev).toBe(2);
  });

  it("DB1: 20 parallel creations make one skill", async () => {
    const { store } = current();
    const writes = Array.from({ length: 20 }, (_, index) => creation({ name: "push", updatedAt: index }));
    const results = await Promise.all(writes.map((write) => store.writeHeads([write])));
    expect(results.filter((lost) => lost.size === 0)).toHaveLength(1);
    expect(await store.listHeads(all)).toHaveLength(1);
  });

  it("refuses a creation over a skill, and an update of none, in the same batch as a good one", async () => {
    const { store } = current();
    await store.writeHeads([creation({ name: "push" })]);
    const missing = change(sampleRow({ name: "missing" }), {});
    const lost = await store.writeHeads([creation({ name: "push" }), missing, creation({ name: "new" })]);
    expect(lost).toEqual(new Set([id, missing.row.head.id]));
    expect((await store.listHeads(all)).map(({ head }) => head.name).sort()).toEqual(["new", "push"]);
  });

  it("creates a removed skill again, on a rev that no earlier write can match", async () => {
    const { store } = current();
    await store.writeHeads([creation({ name: "push" })]);
    const before = await headOf(store, "push");
    await store.removeSkills(all, [id]);
    expect(await store.findHeads(all, { ids: [id] })).toEqual([]);
    expect(await store.writeHeads([change(before, { status: "active" })])).toEqual(new Set([id]));
    expect(await store.writeHeads([creation({ name: "push" })])).toEqual(new Set());
    expect(await store.writeHeads([change(before, { status: "active" })])).toEqual(new Set([id]));
    expect(await store.writeHeads([change(await headOf(store, "push"), { status: "active" })])).toEqual(
      new Set(),
    );
  });

  it("removes head, versions, evidence and counters of a skill and of no other", async () => {
    const { store } = current();
    const other = skillIdOf(sampleScope, "other");
    await store.writeHeads([creation({ name: "push" }), creation({ name: "other" })]);
    await store.addVersions([sampleVersion({ name: "push" }), sampleVersion({ name: "other" })]);
    await store.addEvidence([
      sampleEvidence({ id: "e1", skillId: id }),
      sampleEvidence({ id: "e2", skillId: other }),
    ]);
    await store.bumpStats(
      [id, other].map((skillId) => ({ scope: sampleScope, skillId, shown: 1 })),
      5,
    );
    expect(await store.removeSkills(all, [id, "missing"])).toBe(1);
    expect(await store.removeSkills(all, [id])).toBe(0);
    expect((await store.listHeads(all)).map(({ head }) => head.name)).toEqual(["other"]);
    expect(await store.listVersions(all, [id])).toEqual([]);
    expect((await store.listEvidence(all, {})).map((row) => row.id)).toEqual(["e2"]);
    expect((await store.listStats(all)).map(({ skillId }) => skillId)).toEqual([other]);
  });

  it("moves the library token with every change of a skill row and with nothing else", async () => {
    const { store } = current();
    const tokens = [await store.libraryToken()];
    await store.writeHeads([creation({ name: "push" })]);
    tokens.push(await store.libraryToken());
    await store.writeHeads([change(await headOf(store, "push"), { status: "active" })]);
    tokens.push(await store.libraryToken());
    await store.removeSkills(all, [id]);
    tokens.push(await store.libraryToken());
    expect(new Set(tokens).size).toBe(4);
    await store.bumpStats([{ scope: sampleScope, skillId: id, shown: 1 }], 1);
    await store.addEvidence([sampleEvidence({ id: "e", skillId: id })]);
    expect(await store.libraryToken()).toBe(tokens[3]);
  });

  it("reads the whole library without a token and only the news with one", async () => {
    const { store } = current();
    const seen = visible(sampleScope);
    await store.writeHeads([creation({ name: "one" }), creation({ name: "two" })]);
    const whole = await store.readLibrary(seen);
    expect(whole).toMatchObject({ reset: true, removed: [], token: await store.libraryToken() });
    expect(whole.changed.map(({ head }) => head.name).sort()).toEqual(["one", "two"]);
    const lazy = whole.changed.find(({ head }) => head.name === "one");
    expect(lazy?.searchDocument).toBe("tokens of one");
    // Taken out of its row as well.
    const served = lazy?.served;
    expect(served?.()).toEqual(sampleVersion({ name: "one" }));

    await store.writeHeads([
      change(await headOf(store, "two"), { status: "active" }),
      creation({ name: "three" }),
    ]);
    await store.removeSkills(all, [skillIdOf(sampleScope, "one")]);
    const delta = await store.readLibrary(seen, whole.token);
    expect(delta.reset).toBe(false);
    expect(delta.changed.map(({ head }) => `${head.name} ${head.status}`).sort()).toEqual([
      "three candidate",
      "two active",
    ]);
    expect(delta.removed).toEqual([skillIdOf(sampleScope, "one")]);
    expect(await store.readLibrary(seen, delta.token)).toMatchObject({ changed: [], removed: [] });
  });

  it("reads the whole library for a token it does not know", async () => {
    const { store } = current();
    await store.writeHeads([creation({ name: "one" })]);
    const delta = await store.readLibrary(visible(sampleScope), "no such token");
    expect(delta.reset).toBe(true);
    expect(delta.changed).toHaveLength(1);
  });

  it("DB9: a skill of another user is not visible, found, listed or removed", async () => {
    const { store } = current();
    const mine = { project: "billing", user: "a" };
    const theirs = { project: "billing", user: "b" };
    await store.writeHeads([creation({ name: "push", scope: mine }), creation({ name: "shared" })]);
    await store.addVersions([sampleVersion({ name: "push", scope: mine })]);
    const mineId = skillIdOf(mine, "push");
    expect((await store.listHeads(visible(theirs))).map(({ head }) => head.name)).toEqual(["shared"]);
    expect(await store.findHeads(visible(theirs), { ids: [mineId] })).toEqual([]);
    expect(await store.listVersions(visible(theirs), [mineId])).toEqual([]);
    expect(await store.removeSkills(within(theirs), [mineId])).toBe(0);
    const names = (await store.readLibrary(visible(theirs))).changed.map(({ head }) => head.name);
    expect(names).toEqual(["shared"]);
    expect((await store.readLibrary(visible(mine))).changed).toHaveLength(2);
  });

  it("outlives its object where the store can", async () => {
    const { store, reopen } = current();
    await store.writeHeads([creation({ name: "push" })]);
    const later = reopen === undefined ? store : await reopen();
    expect(await later.listHeads(all)).toEqual([sampleRow({ name: "push" })]);
  });
}
