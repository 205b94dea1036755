import { expect, it } from "vitest";
import { exact, sampleEvent, sampleEvidence, sampleScope, within } from "./store-samples.ts";
import type { StoreUnderTest } from "./store-under-test.ts";

const all = within(sampleScope);

export function ledgerContract(current: () => StoreUnderTest): void {
  it("writes evidence once and lists it by skill and by trace", async () => {
    const { store } = current();
    const one = sampleEvidence({
      id: "e1",
      skillId: "s1",
      at: 2,
      check: "npm test",
      lift: -1,
      detail: "it's",
    });
    const two = sampleEvidence({ id: "e2", skillId: "s2", at: 1, passed: false, traceId: "trace-2" });
    const said = sampleEvidence({
      id: "e3",
      skillId: "s2",
      at: 3,
      attributedBy: "said",
      mistakeRepeated: true,
    });
    await store.addEvidence([one, two]);
    await store.addEvidence([{ ...one, passed: false }, said]);
    expect(await store.listEvidence(all, {})).toEqual([two, one, said]);
    expect(await store.listEvidence(all, { skillIds: ["s1"] })).toEqual([one]);
    expect(await store.listEvidence(all, { traceIds: ["trace-2"] })).toEqual([two]);
    expect(await store.listEvidence(all, { skillIds: ["s2"], traceIds: ["trace-1"] })).toEqual([said]);
    expect(await store.listEvidence(all, { skillIds: [] })).toEqual([]);
  });

  it("DB1: 20 parallel adds of one evidence row store one", async () => {
    const { store } = current();
    const row = sampleEvidence({ id: "e1", skillId: "s1" });
    await Promise.all(Array.from({ length: 20 }, () => store.addEvidence([row])));
    expect(await store.listEvidence(all, {})).toEqual([row]);
  });

  it("deletes evidence by id, and no row of another scope", async () => {
    const { store } = current();
    const mine = { project: "billing", user: "a" };
    const rows = ["e1", "e2"].map((one) => sampleEvidence({ id: one, skillId: "s1", scope: mine }));
    await store.addEvidence(rows);
    expect(await store.deleteEvidence(within({ project: "billing", user: "b" }), ["e1"])).toBe(0);
    expect(await store.deleteEvidence(all, ["e1", "e1", "unknown"])).toBe(1);
    expect(await store.deleteEvidence(all, [])).toBe(0);
    expect(await store.listEvidence(all, {})).toEqual([rows[1]]);
  });

  it("writes events once and lists them newest first, by subject and limit", async () => {
    const { store } = current();
    const rows = [1, 2, 3].map((at) => sampleEvent({ id: `v${at}`, at, subject: at === 2 ? "x" : "y" }));
    await store.addEvents(rows);
    await store.addEvents([
      sampleEvent({ id: "v1", detail: "again" }),
      sampleEvent({ id: "v0", at: 0, by: "me" }),
    ]);
    const ids = async (query: { subject?: string; limit: number }) =>
      (await store.listEvents(all, query)).map(({ id }) => id);
    expect(await ids({ limit: 10 })).toEqual(["v3", "v2", "v1", "v0"]);
    expect(await ids({ limit: 2 })).toEqual(["v3", "v2"]);
    expect(await ids({ subject: "x", limit: 10 })).toEqual(["v2"]);
    expect((await store.listEvents(all, { limit: 10 }))[2]).toEqual(rows[0]);
  });

  it("deletes what is told of runs and of names, of one scope and no other", async () => {
    const { store } = current();
    const [a, b] = ["a", "b"].map((user) => ({ project: "billing", user }));
    if (a === undefined || b === undefined) throw new Error("no scopes");
    await store.addEvents([
      sampleEvent({ id: "publish:t_1:0", scope: a, subject: "x" }),
      sampleEvent({ id: "publish:t_1:12", scope: b, subject: "x" }),
      sampleEvent({ id: "publish:t_12:0", scope: a, subject: "it's y" }),
      sampleEvent({ id: "status:s:2", scope: a, subject: "x" }),
      sampleEvent({ id: "status:s:3", scope: b, subject: "x" }),
    ]);
    const ids = async () => (await store.listEvents(all, { limit: 9 })).map(({ id }) => id).sort();
    await store.deleteEvents(within(a), { traceIds: ["t_1", "t"] });
    await store.deleteEvents(within(a), { traceIds: [] });
    await store.deleteEvents(within(a), { subjects: [] });
    expect(await ids()).toEqual(["publish:t_12:0", "publish:t_1:12", "status:s:2", "status:s:3"]);
    await store.deleteEvents(within(b), { traceIds: ["t_1"], subjects: ["it's y"] });
    await store.deleteEvents(exact(a), { subjects: ["x"] });
    expect(await ids()).toEqual(["publish:t_12:0", "publish:t_1:12", "status:s:3"]);
    await store.deleteEvents(within(b), {});
    expect(await ids()).toEqual(["publish:t_12:0"]);
  });

  it("DB2: 50 parallel bumps count 50", async () => {
    const { store } = current();
    const bump = () => store.bumpStats([{ scope: sampleScope, skillId: "p1", used: 1, shown: 2 }], 7);
    await Promise.all(Array.from({ length: 50 }, bump));
    expect(await store.listStats(all)).toEqual([
      { skillId: "p1", shown: 100, used: 50, helpful: 0, harmful: 0, lastUsedAt: 7 },
    ]);
  });

  it("counts skills and their bullets apart, many in one call", async () => {
    const { store } = current();
    const skills = Array.from({ length: 120 }, (_, index) => `s${index}`);
    await store.bumpStats(
      skills.map((skillId) => ({ scope: sampleScope, skillId, shown: 1 })),
      1,
    );
    await store.bumpStats([{ scope: sampleScope, skillId: "s7", bulletId: "b'1", helpful: 1 }], 2);
    await store.bumpStats([{ scope: sampleScope, skillId: "s7", bulletId: "b'1", harmful: 2 }], 3);
    expect(await store.listStats(all)).toHaveLength(121);
    const seven = await store.listStats(all, ["s7"]);
    expect([...seven].sort((a, b) => b.shown - a.shown)).toEqual([
      { skillId: "s7", shown: 1, used: 0, helpful: 0, harmful: 0 },
      { skillId: "s7", bulletId: "b'1", shown: 0, used: 0, helpful: 1, harmful: 2 },
    ]);
  });

  it("keeps the latest time of use whatever order the uses arrive in", async () => {
    const { store } = current();
    const use = (now: number) => store.bumpStats([{ scope: sampleScope, skillId: "s", used: 1 }], now);
    await use(50);
    await use(20);
    expect((await store.listStats(all))[0]).toMatchObject({ used: 2, lastUsedAt: 50 });
  });

  it("DB9: another project reads none of it", async () => {
    const { store } = current();
    const other = within({ project: "other" });
    await store.addEvidence([sampleEvidence({ id: "e1", skillId: "s1" })]);
    await store.addEvents([sampleEvent({ id: "v1" })]);
    await store.bumpStats([{ scope: sampleScope, skillId: "s1", shown: 1 }], 1);
    expect(await store.listEvidence(other, {})).toEqual([]);
    expect(await store.listEvents(other, { limit: 5 })).toEqual([]);
    expect(await store.listStats(other)).toEqual([]);
  });
}
