import { describe, expect, it } from "vitest";
import { manualClock } from "./testing/manual-clock.ts";
import { startWorker } from "./worker.ts";

const tick = () => new Promise((resolve) => setImmediate(resolve));

describe("startWorker", () => {
  it("works when it is woken, and again after its rest", async () => {
    const clock = manualClock();
    let rounds = 0;
    const worker = startWorker({
      clock,
      work: async () => {
        rounds += 1;
      },
      onError: () => {},
      restMs: 1_000,
    });
    worker.wake();
    await tick();
    await clock.advance(50);
    await tick();
    expect(rounds).toBe(1);
    await clock.advance(1_000);
    await tick();
    await clock.advance(50);
    await tick();
    expect(rounds).toBe(2);
    await worker.stop();
  });

  it("finishes the round in hand before stop resolves, and starts no other", async () => {
    const clock = manualClock();
    let finish: () => void = () => {};
    let finished = false;
    const worker = startWorker({
      clock,
      restMs: 1_000,
      onError: () => {},
      work: async () => {
        await new Promise<void>((resolve) => {
          finish = resolve;
        });
        finished = true;
      },
    });
    worker.wake();
    await tick();
    await clock.advance(50);
    await tick();
    const stopped = worker.stop();
    finish();
    await stopped;
    expect(finished).toBe(true);
  });

  it("goes on after a round that failed", async () => {
    const clock = manualClock();
    const errors: unknown[] = [];
    const boom = new Error("boom");
    const worker = startWorker({
      clock,
      restMs: 1_000,
      onError: (error) => errors.push(error),
      work: async () => {
        throw boom;
      },
    });
    for (let round = 0; round < 2; round += 1) {
      await clock.advance(1_000);
      await tick();
      await clock.advance(50);
      await tick();
    }
    expect(errors).toEqual([boom, boom]);
    await worker.stop();
  });
});
