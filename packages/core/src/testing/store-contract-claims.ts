import { expect, it } from "vitest";
import { exact, sampleEntry, sampleScope, sampleStoredClaim, visible, within } from "./store-samples.ts";
import type { StoreUnderTest } from "./store-under-test.ts";

const all = within(sampleScope);

export function claimContract(current: () => StoreUnderTest): void {
  it("writes a claim once, and lists the oldest run first, then by id", async () => {
    const { store } = current();
    const late = sampleStoredClaim({ id: "a#0", at: 3, runId: "it's a run" });
    const early = sampleStoredClaim({ id: "c#0", at: 1, traceId: "trace-2" });
    const same = sampleStoredClaim({ id: "b#0", at: 1, state: "held" });
    await store.addClaims([late, early]);
    await store.addClaims([{ ...late, state: "held" }, same]);
    expect(await store.listClaims(all, {})).toEqual([same, early, late]);
    expect(await store.listClaims(all, { state: "waiting" })).toEqual([early, late]);
    expect(await store.listClaims(all, { traceIds: ["trace-2"] })).toEqual([early]);
    expect(await store.listClaims(all, { traceIds: [] })).toEqual([]);
    await store.addClaims([]);
    expect(await store.listClaims(all, {})).toHaveLength(3);
  });

  it("cuts a list of claims to the newest and keeps their order", async () => {
    const { store } = current();
    const rows = [1, 2, 3, 4].map((at) => sampleStoredClaim({ id: `t#${at}`, at }));
    await store.addClaims(rows);
    expect(await store.listClaims(all, { limit: 2 })).toEqual([rows[2], rows[3]]);
    expect(await store.listClaims(all, { limit: 0 })).toEqual([]);
  });

  it("keeps a procedure as it was proposed", async () => {
    const { store } = current();
    const claim = sampleStoredClaim({
      id: "trace-1#procedure",
      taught: {
        kind: "procedure",
        proposal: {
          key: "k",
          scope: sampleScope,
          traceId: "trace-1",
          task: "deploy",
          environment: { version: "v1" },
          check: "npm test",
          example: { tool: "bash", calls: [], placeholders: { name: "a 'name'" } },
          steps: ["Build it.", "Push it."],
          preconditions: [],
          signature: { intent: "deploy", object: "service", environment: "", constraints: [], notes: "" },
          uses: ["log-in"],
        },
      },
    });
    await store.addClaims([claim]);
    expect(await store.listClaims(all, {})).toEqual([claim]);
  });

  it("uses a waiting claim for one skill, and neither a held one nor one that is used", async () => {
    const { store } = current();
    const waiting = sampleStoredClaim({ id: "a#0" });
    const held = sampleStoredClaim({ id: "b#0", state: "held" });
    const other = sampleStoredClaim({ id: "c#0" });
    await store.addClaims([waiting, held, other]);
    const use = (id: string, skillId: string) => ({ id, skillId });
    await store.useClaims(all, [
      use("a#0", "it's one"),
      use("a#0", "two"),
      use("b#0", "it's one"),
      use("unknown", "it's one"),
    ]);
    await store.useClaims(all, [use("a#0", "two")]);
    await store.useClaims(all, []);
    expect(await store.listClaims(all, {})).toEqual([
      { ...waiting, state: "used", skillId: "it's one" },
      held,
      other,
    ]);
    // Adding it again leaves it used: a stage that is repeated must not set it free.
    await store.addClaims([waiting]);
    expect(await store.listClaims(all, { state: "waiting" })).toEqual([other]);
  });

  it("uses many claims at once, each for its own skill", async () => {
    const { store } = current();
    const rows = Array.from({ length: 250 }, (_, index) =>
      sampleStoredClaim({ id: `t#${index}`, at: index }),
    );
    await store.addClaims(rows);
    await store.useClaims(
      all,
      rows.slice(0, 240).map(({ id }, index) => ({ id, skillId: `skill-${index % 3}` })),
    );
    const stored = await store.listClaims(all, {});
    expect(stored[4]).toEqual({ ...rows[4], state: "used", skillId: "skill-1" });
    expect(stored.filter(({ state }) => state === "used")).toHaveLength(240);
    expect(stored[249]).toEqual(rows[249]);
  });

  it("DB9: a claim of one user is not read or used by another", async () => {
    const { store } = current();
    const mine = { project: "billing", user: "a" };
    const theirs = { project: "billing", user: "b" };
    const claim = sampleStoredClaim({ id: "a#0", scope: mine });
    await store.addClaims([claim]);
    await store.useClaims(within(theirs), [{ id: "a#0", skillId: "s" }]);
    expect(await store.listClaims(within(theirs), {})).toEqual([]);
    expect(await store.listClaims(exact({ project: "billing" }), {})).toEqual([]);
    expect(await store.listClaims(visible(mine), {})).toEqual([claim]);
    expect(await store.listClaims(exact(mine), { state: "waiting" })).toEqual([claim]);
  });

  it("deletes the claims of a trace with it, also where the trace went before, and no others", async () => {
    const { store } = current();
    const mine = { project: "billing", user: "a" };
    await store.addTraces([sampleEntry("t1", mine), sampleEntry("t2", mine)]);
    const kept = sampleStoredClaim({ id: "t2#0", traceId: "t2", scope: mine });
    await store.addClaims([sampleStoredClaim({ id: "t1#0", traceId: "t1", scope: mine }), kept]);
    await store.deleteTraces(within({ project: "billing", user: "b" }), ["t1"]);
    expect(await store.listClaims(all, {})).toHaveLength(2);
    expect(await store.deleteTraces(all, ["t1"])).toBe(1);
    expect(await store.listClaims(all, {})).toEqual([kept]);
    // A run that was being processed while it was purged may leave one behind: purging again finds it.
    await store.addClaims([sampleStoredClaim({ id: "t1#0", traceId: "t1", scope: mine })]);
    await store.deleteTraces(all, ["t1"]);
    expect(await store.listClaims(all, {})).toEqual([kept]);
  });

  it("keeps claims over a reopening", async () => {
    const { store, reopen } = current();
    const claim = sampleStoredClaim({ id: "a#0" });
    await store.addClaims([claim]);
    await store.useClaims(all, [{ id: "a#0", skillId: "s" }]);
    const later = reopen === undefined ? store : await reopen();
    expect(await later.listClaims(all, {})).toEqual([{ ...claim, state: "used", skillId: "s" }]);
  });
}
