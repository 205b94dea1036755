import { describe, expect, it } from "vitest";
import { SkillLoopError } from "../errors.ts";
import { memoryStore } from "../io/memory/memory-store.ts";
import { manualClock } from "../testing/manual-clock.ts";
import type { Job } from "../types/job.ts";
import { MAX_ATTEMPTS } from "./backoff.ts";
import { runQueueBatch } from "./run-queue.ts";

const scope = { project: "billing" };
const filter = { scope, reach: "within" } as const;

function job(id: string, now: number): Job {
  const times = { notBefore: now, createdAt: now, updatedAt: now };
  return { id, scope, kind: "trace", state: "waiting", attempts: 0, skills: [], ...times };
}

async function queueOf(...ids: readonly string[]) {
  const clock = manualClock();
  const store = memoryStore();
  await store.addJobs(ids.map((id) => job(id, clock.now())));
  const failed: string[] = [];
  const run = (handle: Parameters<typeof runQueueBatch>[1]["handle"], owner = "one") =>
    runQueueBatch(
      { store, clock, owner },
      {
        filter,
        kind: "trace",
        limit: 10,
        leaseMs: 9_000,
        handle,
        onFailure: ({ id }) => failed.push(id),
        describe: (error) => (error as Error).message,
      },
    );
  const state = async (id: string) => (await store.listJobs({ filter, ids: [id] }))[0];
  return { clock, store, failed, run, state };
}

const done = (jobs: readonly Job[]) =>
  jobs.map(({ id }) => ({ id, patch: { state: "done", result: "skipped" } as const }));

describe("runQueueBatch", () => {
  it("commits what the handler says of each job", async () => {
    const { run, state } = await queueOf("a", "b");
    expect((await run(async (jobs) => done(jobs))).claimed).toBe(2);
    expect((await state("a"))?.state).toBe("done");
    expect((await run(async (jobs) => done(jobs))).claimed).toBe(0);
  });

  it("handles a batch that throws job by job, so that one bad trace costs the others nothing", async () => {
    const { run, state, failed } = await queueOf("good", "bad", "fine");
    await run(async (jobs) => {
      if (jobs.some(({ id }) => id === "bad")) throw new Error("boom");
      return done(jobs);
    });
    expect(failed).toEqual(["bad"]);
    expect((await state("good"))?.state).toBe("done");
    expect((await state("fine"))?.state).toBe("done");
    expect(await state("bad")).toMatchObject({
      state: "waiting",
      attempts: 1,
      result: "errored",
      reason: "boom",
    });
  });

  it("lets a failed job rest, tries again, and declares it dead after the last attempt", async () => {
    const { run, state, clock } = await queueOf("bad");
    const fail = async () => {
      throw new Error("boom");
    };
    await run(fail);
    expect((await run(fail)).claimed).toBe(0);
    for (let attempt = 2; attempt <= MAX_ATTEMPTS; attempt += 1) {
      await clock.advance(3_600_000);
      expect((await run(fail)).claimed).toBe(1);
    }
    expect(await state("bad")).toMatchObject({ state: "dead", attempts: MAX_ATTEMPTS });
  });

  it("blames no job for an outage: the batch goes back untouched and the error is thrown on", async () => {
    const { run, state } = await queueOf("a", "b");
    const full = new SkillLoopError({ code: "DISK_FULL", message: "full.", remedy: "Make room." });
    await expect(
      run(async () => {
        throw full;
      }),
    ).rejects.toBe(full);
    expect(await state("a")).toMatchObject({ state: "waiting", attempts: 0 });
    expect((await run(async (jobs) => done(jobs))).claimed).toBe(2);
  });

  it("does not count what was done to a job that another process has taken", async () => {
    const { run, clock, store } = await queueOf("a");
    const result = await run(async (jobs) => {
      const later = clock.now() + 60_000;
      const taken = await store.claimJobs({
        filter,
        kind: "trace",
        owner: "two",
        limit: 1,
        now: later,
        leaseMs: 1,
      });
      expect(taken).toHaveLength(1);
      return done(jobs);
    });
    expect(result).toMatchObject({ claimed: 1, updates: [] });
  });

  it("keeps the lease alive for as long as the handler works", async () => {
    const { run, clock, store } = await queueOf("slow");
    let finish: () => void = () => {};
    const working = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const first = run(async (jobs) => {
      await working;
      return done(jobs);
    });
    for (let beat = 0; beat < 10; beat += 1) {
      await clock.advance(3_000);
      await new Promise((resolve) => setImmediate(resolve));
    }
    const request = {
      filter,
      kind: "trace",
      owner: "two",
      limit: 10,
      now: clock.now(),
      leaseMs: 9_000,
    } as const;
    expect(await store.claimJobs(request)).toEqual([]);
    finish();
    expect((await first).claimed).toBe(1);
  });

  it("releases a job the handler left out, without counting an attempt", async () => {
    const { run, state } = await queueOf("a");
    await run(async () => []);
    expect(await state("a")).toMatchObject({ state: "waiting", attempts: 0 });
  });
});
