import { expect, it } from "vitest";
import type { ClaimRequest } from "../ports/store.ts";
import type { Job } from "../types/job.ts";
import { exact, sampleJob, sampleScope, within } from "./store-samples.ts";
import type { StoreUnderTest } from "./store-under-test.ts";

const all = within(sampleScope);

function claim(fields: Partial<ClaimRequest> = {}): ClaimRequest {
  return { filter: all, kind: "trace", owner: "one", limit: 10, now: 2_000, leaseMs: 100, ...fields };
}

const idsOf = (jobs: readonly Job[]) => jobs.map(({ id }) => id);

export function jobContract(current: () => StoreUnderTest): void {
  it("adds a job once and reads every field back", async () => {
    const { store } = current();
    const rerun = {
      task: "again",
      environment: { node: "22" },
      check: "npm test",
      context: { n: [1, null] },
    };
    const job = sampleJob({ id: "s@1", kind: "rerun", notBefore: 5, skills: ["x"], rerun, stage: "gate" });
    expect(await store.addJobs([job])).toEqual(new Set(["s@1"]));
    expect(await store.addJobs([{ ...job, attempts: 7 }])).toEqual(new Set());
    expect(await store.listJobs({ filter: all })).toEqual([job]);
  });

  it("claims what is due, oldest first, up to the limit", async () => {
    const { store } = current();
    await store.addJobs([
      sampleJob({ id: "c", createdAt: 3 }),
      sampleJob({ id: "a", createdAt: 1 }),
      sampleJob({ id: "b", createdAt: 2 }),
      sampleJob({ id: "later", createdAt: 0, notBefore: 9_000 }),
      sampleJob({ id: "other", createdAt: 0, kind: "rerun" }),
    ]);
    const claimed = await store.claimJobs(claim({ limit: 2 }));
    expect(idsOf(claimed)).toEqual(["a", "b"]);
    expect(claimed[0]).toMatchObject({ state: "leased", leaseOwner: "one", leaseUntil: 2_100 });
    expect(idsOf(await store.claimJobs(claim({ owner: "two" })))).toEqual(["c"]);
  });

  it("gives each job to one owner when many claim at once", async () => {
    const { store } = current();
    await store.addJobs(Array.from({ length: 40 }, (_, index) => sampleJob({ id: `j${index}` })));
    const owners = ["w", "x", "y", "z"];
    const claims = await Promise.all(owners.map((owner) => store.claimJobs(claim({ owner, limit: 15 }))));
    const ids = claims.flatMap(idsOf);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(0);
    for (const [index, owner] of owners.entries()) {
      expect(claims[index]?.every(({ leaseOwner }) => leaseOwner === owner)).toBe(true);
    }
  });

  it("lets another owner take a lease that ran out, and refuses the first one's commit", async () => {
    const { store } = current();
    await store.addJobs([sampleJob({ id: "j" })]);
    await store.claimJobs(claim());
    expect(await store.claimJobs(claim({ owner: "two", now: 2_099 }))).toEqual([]);
    expect(idsOf(await store.claimJobs(claim({ owner: "two", now: 2_100 })))).toEqual(["j"]);
    const done = { id: "j", patch: { state: "done", result: "learned" } } as const;
    expect(await store.commitJobs("one", [done], 2_110)).toEqual(new Set());
    expect(await store.commitJobs("two", [done], 2_110)).toEqual(new Set(["j"]));
    const [job] = await store.listJobs({ filter: all });
    expect(job).toMatchObject({ state: "done", result: "learned", updatedAt: 2_110 });
    expect(job !== undefined && "leaseOwner" in job).toBe(false);
  });

  it("renews only leases that are still held", async () => {
    const { store } = current();
    await store.addJobs(["a", "b", "c"].map((id) => sampleJob({ id })));
    await store.claimJobs(claim({ limit: 2 }));
    expect(await store.renewLeases("one", ["a", "b", "c"], 5_000)).toEqual(new Set(["a", "b"]));
    expect(await store.renewLeases("two", ["a"], 9_000)).toEqual(new Set());
    expect(idsOf(await store.claimJobs(claim({ owner: "two", now: 4_999 })))).toEqual(["c"]);
    expect(await store.claimJobs(claim({ owner: "two", now: 5_000, limit: 5 }))).toHaveLength(2);
  });

  it("commits a batch of different patches and says which were written", async () => {
    const { store } = current();
    await store.addJobs(["a", "b", "c"].map((id) => sampleJob({ id })));
    await store.claimJobs(claim());
    const written = await store.commitJobs(
      "one",
      [
        { id: "a", patch: { state: "done", result: "skipped", reason: "it's nothing", skills: ["x", "y"] } },
        { id: "b", patch: { state: "waiting", attempts: 1, notBefore: 8_000, reason: "model away" } },
        { id: "c", patch: { stage: "learn", stageResult: { lessons: [] } } },
        { id: "missing", patch: { state: "done" } },
      ],
      3_000,
    );
    expect(written).toEqual(new Set(["a", "b", "c"]));
    const jobs = new Map((await store.listJobs({ filter: all })).map((job) => [job.id, job]));
    expect(jobs.get("a")).toMatchObject({ result: "skipped", reason: "it's nothing", skills: ["x", "y"] });
    expect(jobs.get("b")).toMatchObject({ state: "waiting", attempts: 1, notBefore: 8_000 });
    expect(jobs.get("c")).toMatchObject({ state: "leased", leaseOwner: "one", stageResult: { lessons: [] } });
    expect(await store.commitJobs("one", [{ id: "b", patch: { state: "done" } }], 3_001)).toEqual(new Set());
  });

  it("counts by kind and state and lists by kind, state and limit", async () => {
    const { store } = current();
    await store.addJobs([
      sampleJob({ id: "a", createdAt: 1 }),
      sampleJob({ id: "b", createdAt: 2 }),
      sampleJob({ id: "r", kind: "rerun" }),
      sampleJob({ id: "d", state: "dead", createdAt: 3 }),
    ]);
    await store.claimJobs(claim({ limit: 1 }));
    expect(await store.countJobs(all)).toEqual({
      trace: { waiting: 1, leased: 1, done: 0, dead: 1 },
      rerun: { waiting: 1, leased: 0, done: 0, dead: 0 },
    });
    expect(idsOf(await store.listJobs({ filter: all, kind: "trace", state: "waiting" }))).toEqual(["b"]);
    expect(idsOf(await store.listJobs({ filter: all, kind: "trace", limit: 2 }))).toEqual(["a", "b"]);
    expect(await store.listJobs({ filter: all, ids: [] })).toEqual([]);
  });

  it("requeues dead jobs with no attempts, all or those named, and only dead ones", async () => {
    const { store } = current();
    const dead = (id: string) =>
      sampleJob({ id, state: "dead", attempts: 5, reason: "broken", result: "errored" });
    await store.addJobs([dead("a"), dead("b"), dead("c"), sampleJob({ id: "done", state: "done" })]);
    expect(await store.requeueJobs(all, ["a", "done"], 50)).toEqual(["a"]);
    const [first] = await store.listJobs({ filter: all, ids: ["a"] });
    expect(first).toMatchObject({ state: "waiting", attempts: 0, notBefore: 50 });
    expect(first !== undefined && "result" in first).toBe(false);
    expect([...(await store.requeueJobs(all, "dead", 60))].sort()).toEqual(["b", "c"]);
    expect((await store.countJobs(all)).trace.waiting).toBe(3);
  });

  it("deletes jobs by id", async () => {
    const { store } = current();
    await store.addJobs([sampleJob({ id: "a" }), sampleJob({ id: "b" })]);
    expect(await store.deleteJobs(all, ["a", "missing"])).toBe(1);
    expect(idsOf(await store.listJobs({ filter: all }))).toEqual(["b"]);
  });

  it("DB9: another scope neither claims nor lists nor requeues nor deletes a job", async () => {
    const { store } = current();
    const mine = { project: "billing", agent: "a" };
    const other = exact({ project: "billing", agent: "b" });
    await store.addJobs([
      sampleJob({ id: "j", scope: mine }),
      sampleJob({ id: "d", scope: mine, state: "dead" }),
    ]);
    expect(await store.claimJobs(claim({ filter: other }))).toEqual([]);
    expect(await store.listJobs({ filter: other })).toEqual([]);
    expect((await store.countJobs(other)).trace).toEqual({ waiting: 0, leased: 0, done: 0, dead: 0 });
    expect(await store.requeueJobs(other, "dead", 1)).toEqual([]);
    expect(await store.deleteJobs(other, ["j", "d"])).toBe(0);
    expect(idsOf(await store.claimJobs(claim({ filter: exact(mine) })))).toEqual(["j"]);
  });
}
