import { expect, it } from "vitest";
import { exact, sampleEntry, sampleJob, sampleScope, sampleTrace, within } from "./store-samples.ts";
import type { StoreUnderTest } from "./store-under-test.ts";

export function traceContract(current: () => StoreUnderTest): void {
  const all = within(sampleScope);

  it("stores a trace with its job and reads it back unchanged", async () => {
    const { store } = current();
    const { trace, job } = sampleEntry("t1");
    expect(await store.addTraces([{ trace, job }])).toEqual(new Set(["t1"]));
    expect(await store.getTraces(all, ["t1"])).toEqual([trace]);
    expect(await store.listJobs({ filter: all, ids: ["t1"] })).toEqual([job]);
  });

  it("keeps text of every script, quotes and control characters", async () => {
    const { store } = current();
    const task = `it's "quoted" \\ 日本語 Привет \n\t 🙂 '; -- ${String.fromCharCode(0)} end`;
    const trace = sampleTrace({ id: "o'brien \" \\", task });
    await store.addTraces([{ trace, job: sampleJob({ id: trace.id }) }]);
    expect(await store.getTraces(all, [trace.id])).toEqual([trace]);
  });

  it("leaves a known trace as it is and reports it as not added", async () => {
    const { store } = current();
    await store.addTraces([sampleEntry("t1")]);
    const again = { ...sampleEntry("t1"), trace: sampleTrace({ id: "t1", task: "another task" }) };
    expect(await store.addTraces([again, sampleEntry("t2")])).toEqual(new Set(["t2"]));
    const [kept] = await store.getTraces(all, ["t1"]);
    expect(kept?.task).toBe("push the branch");
  });

  it("adds an id once that one call names twice", async () => {
    const { store } = current();
    expect(await store.addTraces([sampleEntry("t1"), sampleEntry("t1")])).toEqual(new Set(["t1"]));
    expect(await store.listTraces(all, { limit: 10 })).toHaveLength(1);
  });

  it("DB1: 20 parallel adds of one trace store one", async () => {
    const { store } = current();
    const results = await Promise.all(Array.from({ length: 20 }, () => store.addTraces([sampleEntry("p1")])));
    expect(results.filter((added) => added.has("p1"))).toHaveLength(1);
    expect(await store.listTraces(all, { limit: 50 })).toHaveLength(1);
    expect(await store.listJobs({ filter: all })).toHaveLength(1);
  });

  it("DB5: an undefined field comes back absent, not as an empty text or false", async () => {
    const { store } = current();
    const trace = { ...sampleTrace({ id: "t1" }), runId: undefined } as unknown as ReturnType<
      typeof sampleTrace
    >;
    await store.addTraces([{ trace, job: sampleJob({ id: "t1" }) }]);
    const [back] = await store.getTraces(all, ["t1"]);
    expect(back !== undefined && "runId" in back).toBe(false);
  });

  it("answers in the order asked for and leaves unknown ids out", async () => {
    const { store } = current();
    await store.addTraces(["a", "b", "c"].map((id) => sampleEntry(id)));
    const traces = await store.getTraces(all, ["c", "missing", "a"]);
    expect(traces.map(({ id }) => id)).toEqual(["c", "a"]);
    expect(await store.getTraces(all, [])).toEqual([]);
  });

  it("lists newest first, in pages", async () => {
    const { store } = current();
    const entry = (id: string, recordedAt: number) => ({
      trace: sampleTrace({ id, recordedAt }),
      job: sampleJob({ id }),
    });
    await store.addTraces([entry("old", 1), entry("new", 3), entry("middle", 2)]);
    expect(await store.listTraces(all, { limit: 2 })).toEqual([
      { id: "new", recordedAt: 3 },
      { id: "middle", recordedAt: 2 },
    ]);
    expect(await store.listTraces(all, { limit: 2, before: 2 })).toEqual([{ id: "old", recordedAt: 1 }]);
  });

  it("deletes traces together with their jobs, and takes them again afterwards", async () => {
    const { store } = current();
    await store.addTraces([sampleEntry("t1"), sampleEntry("t2")]);
    expect(await store.deleteTraces(all, ["t1", "missing"])).toBe(1);
    expect(await store.getTraces(all, ["t1", "t2"])).toHaveLength(1);
    expect(await store.listJobs({ filter: all, ids: ["t1"] })).toEqual([]);
    expect(await store.addTraces([sampleEntry("t1")])).toEqual(new Set(["t1"]));
  });

  it("DB9: a trace of one user is not read, listed or deleted by another", async () => {
    const { store } = current();
    const mine = { project: "billing", user: "a" };
    const theirs = { project: "billing", user: "b" };
    await store.addTraces([sampleEntry("t1", mine)]);
    expect(await store.getTraces(exact(theirs), ["t1"])).toEqual([]);
    expect(await store.listTraces(within(theirs), { limit: 5 })).toEqual([]);
    expect(await store.deleteTraces(within(theirs), ["t1"])).toBe(0);
    expect(await store.deleteTraces(within({ project: "billing" }), ["t1"])).toBe(1);
  });

  it("outlives its object where the store can", async () => {
    const { store, reopen } = current();
    await store.addTraces([sampleEntry("t1")]);
    const later = reopen === undefined ? store : await reopen();
    expect(await later.addTraces([sampleEntry("t1"), sampleEntry("t2")])).toEqual(new Set(["t2"]));
    expect(await later.getTraces(all, ["t1", "t2"])).toHaveLength(2);
  });
}
