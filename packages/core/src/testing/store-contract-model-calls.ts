import { expect, it } from "vitest";
import { sampleEntry, sampleModelCall, sampleScope, within } from "./store-samples.ts";
import type { StoreUnderTest } from "./store-under-test.ts";

const all = within(sampleScope);

export function modelCallContract(current: () => StoreUnderTest): void {
  it("counts each call once, by role, with repairs and fractions of a price", async () => {
    const { store } = current();
    await store.addModelCalls([
      sampleModelCall({ id: "1", calls: 2, cost: 0.0015 }),
      sampleModelCall({ id: "2", cost: 0.25, outcome: "invalid" }),
      sampleModelCall({ id: "3", role: "judge", inputTokens: 7, outputTokens: 0, outcome: "failed" }),
    ]);
    await store.addModelCalls([sampleModelCall({ id: "1", calls: 9 })]);
    await store.addModelCalls([]);
    expect(await store.sumModelCalls(all, {})).toEqual({
      reflect: { calls: 3, inputTokens: 200, outputTokens: 20, cost: 0.2515 },
      judge: { calls: 1, inputTokens: 7, outputTokens: 0, cost: 0 },
    });
  });

  it("sums the calls since a moment, and those of one trace", async () => {
    const { store } = current();
    await store.addModelCalls([
      sampleModelCall({ id: "1", at: 10, traceId: "it's one" }),
      sampleModelCall({ id: "2", at: 20, traceId: "it's one" }),
      sampleModelCall({ id: "3", at: 30 }),
    ]);
    const calls = async (query: { since?: number; traceId?: string }) =>
      (await store.sumModelCalls(all, query)).reflect?.calls;
    expect(await calls({ since: 20 })).toBe(2);
    expect(await calls({ since: 31 })).toBeUndefined();
    expect(await calls({ traceId: "it's one" })).toBe(2);
    expect(await calls({ since: 11, traceId: "it's one" })).toBe(1);
  });

  it("keeps what a trace cost when the trace is forgotten", async () => {
    const { store } = current();
    await store.addTraces([sampleEntry("t1")]);
    await store.addModelCalls([sampleModelCall({ id: "1", traceId: "t1" })]);
    await store.deleteTraces(all, ["t1"]);
    expect((await store.sumModelCalls(all, { traceId: "t1" })).reflect?.calls).toBe(1);
  });

  it("forgets the calls before a moment, in its scope alone", async () => {
    const { store } = current();
    await store.addModelCalls([
      sampleModelCall({ id: "1", at: 10 }),
      sampleModelCall({ id: "2", at: 20 }),
      sampleModelCall({ id: "3", at: 10, scope: { project: "other" } }),
    ]);
    const calls = async (project: string) =>
      (await store.sumModelCalls(within({ project }), {})).reflect?.calls;
    await store.deleteModelCalls(all, { before: 10 });
    expect(await calls(sampleScope.project)).toBe(2);
    await store.deleteModelCalls(all, { before: 20 });
    expect(await calls(sampleScope.project)).toBe(1);
    expect(await calls("other")).toBe(1);
  });

  it("counts 20 parallel adds of one call once, and 30 of different ones all", async () => {
    const { store } = current();
    const one = sampleModelCall({ id: "one" });
    await Promise.all(Array.from({ length: 20 }, () => store.addModelCalls([one])));
    expect((await store.sumModelCalls(all, {})).reflect?.calls).toBe(1);
    const others = Array.from({ length: 30 }, (_, index) => sampleModelCall({ id: `other-${index}` }));
    await Promise.all(others.map((call) => store.addModelCalls([call])));
    expect((await store.sumModelCalls(all, {})).reflect?.calls).toBe(31);
  });

  it("DB9: another project, or another user, counts none of it", async () => {
    const { store } = current();
    await store.addModelCalls([sampleModelCall({ id: "1", scope: { project: "billing", user: "a" } })]);
    expect(await store.sumModelCalls(within({ project: "other" }), {})).toEqual({});
    expect(await store.sumModelCalls(within({ project: "billing", user: "b" }), {})).toEqual({});
    expect((await store.sumModelCalls(all, {})).reflect?.calls).toBe(1);
  });
}
