import { describe, expect, it } from "vitest";
import { memoryStore } from "../io/memory/memory-store.ts";
import { SkillLoop } from "../skill-loop.ts";

async function openLoop(told: string[] = []) {
  return SkillLoop.open({
    store: memoryStore(),
    scope: { project: "p" },
    worker: "manual",
    onError: ({ code }) => told.push(code),
  });
}

describe("waitFor", () => {
  it("makes flush wait for the work of an adapter", async () => {
    await using loop = await openLoop();
    let done = false;
    loop.waitFor(
      new Promise<void>((resolve) => setTimeout(resolve, 20)).then(() => {
        done = true;
      }),
    );
    await loop.flush();
    expect(done).toBe(true);
  });

  it("hurries work that waits for what may never come, also in process", async () => {
    await using loop = await openLoop();
    for (const settle of [() => loop.flush(), () => loop.process()]) {
      let hurried = 0;
      let resolve = (): void => undefined;
      const promise = new Promise<void>((settled) => {
        resolve = settled;
      });
      loop.waitFor(promise, () => {
        hurried += 1;
        resolve();
      });
      await settle();
      expect(hurried).toBe(1);
    }
  });

  it("tells of work that fails and of a hurry that throws, and goes on", async () => {
    const told: string[] = [];
    await using loop = await openLoop(told);
    loop.waitFor(Promise.reject(new Error("no")), () => {
      throw new Error("no hurry");
    });
    await loop.flush();
    expect(told).toEqual(["INTERNAL", "INTERNAL"]);
  });
});
