import { describe, expect, it } from "vitest";
import { FairTurns } from "./run-fair-turns.ts";

/** Work that takes `ms` by a clock that only work moves, and how many turns of the event loop had gone by. */
function scene() {
  let now = 0;
  let turns = 0;
  let counting = true;
  const count = (): void => {
    turns += 1;
    if (counting) setImmediate(count);
  };
  setImmediate(count);
  const clock = { monotonic: () => now };
  const work = (ms: number) => () => {
    now += ms;
    return turns;
  };
  return { clock, work, stop: () => (counting = false) };
}

describe("FairTurns", () => {
  it("lets the event loop in between searches that were begun at once", async () => {
    const { clock, work, stop } = scene();
    const turns = new FairTurns();
    const seen = await Promise.all(Array.from({ length: 9 }, () => turns.run(clock, work(2))));
    stop();
    const perTurn = new Map<number, number>();
    for (const turn of seen) perTurn.set(turn, (perTurn.get(turn) ?? 0) + 1);
    expect(Math.max(...perTurn.values())).toBeLessThanOrEqual(3);
    expect(perTurn.size).toBeGreaterThanOrEqual(3);
  });

  it("lets it in between searches of which each waits for the one before", async () => {
    const { clock, work, stop } = scene();
    const turns = new FairTurns();
    const seen: number[] = [];
    for (let index = 0; index < 9; index += 1) seen.push(await turns.run(clock, work(2)));
    stop();
    expect(new Set(seen).size).toBeGreaterThanOrEqual(3);
  });

  it("makes nobody wait while a turn has time left", async () => {
    const { clock, work, stop } = scene();
    const turns = new FairTurns();
    const seen = [
      await turns.run(clock, work(1)),
      await turns.run(clock, work(1)),
      turns.runNow(clock, work(1)),
    ];
    stop();
    expect(seen).toEqual([0, 0, 0]);
    expect(turns.isUsedUp).toBe(false);
  });

  it("counts the time of work that throws, and passes its error on", async () => {
    const { clock, work, stop } = scene();
    const turns = new FairTurns();
    const failing = turns.run(clock, () => {
      work(7)();
      throw new Error("broken");
    });
    await expect(failing).rejects.toThrow("broken");
    expect(turns.isUsedUp).toBe(true);
    expect(await turns.run(clock, work(1))).toBeGreaterThanOrEqual(1);
    stop();
  });

  it("cuts work in steps where a turn is used up, and nowhere else", async () => {
    const { clock, work, stop } = scene();
    const turns = new FairTurns();
    const seen: number[] = [];
    const steps = function* (count: number, ms: number) {
      for (let step = 0; step < count; step += 1) {
        seen.push(work(ms)());
        yield;
      }
      return "done";
    };
    expect(await turns.runSteps(clock, steps(4, 1))).toBe("done");
    expect(new Set(seen)).toEqual(new Set([0]));
    seen.length = 0;
    const both = await Promise.all([turns.runSteps(clock, steps(6, 2)), turns.runSteps(clock, steps(6, 2))]);
    stop();
    expect(both).toEqual(["done", "done"]);
    const perTurn = new Map<number, number>();
    for (const turn of seen) perTurn.set(turn, (perTurn.get(turn) ?? 0) + 1);
    expect(Math.max(...perTurn.values())).toBeLessThanOrEqual(3);
  });
});
