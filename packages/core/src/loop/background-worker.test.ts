import { afterEach, describe, expect, it } from "vitest";
import { memoryStore } from "../io/memory/memory-store.ts";
import type { Store } from "../ports/store.ts";
import { SkillLoop } from "../skill-loop.ts";
import { manualClock } from "../testing/manual-clock.ts";

const opened: SkillLoop[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((loop) => loop.close()));
});

const scope = { project: "p" };
const tick = () => new Promise((resolve) => setImmediate(resolve));

/** A home as short-lived processes share it: closing a loop leaves the rows. */
function sharedStore(): Store {
  const store = memoryStore();
  return new Proxy(store, {
    get: (from, name: keyof Store) => (name === "close" ? async () => {} : from[name]),
  });
}

async function open(store: Store, worker: "background" | "manual") {
  const clock = manualClock();
  const loop = await SkillLoop.open({ store, scope, worker, clock });
  opened.push(loop);
  return { loop, clock };
}

describe("the background worker of a process that does not live long", () => {
  it("takes up at once what an earlier process left", async () => {
    const store = sharedStore();
    const earlier = await open(store, "manual");
    await earlier.loop.learn({
      task: "t",
      steps: [{ tool: "bash", input: { command: "true" }, output: "" }],
    });
    await earlier.loop.close();

    const { loop, clock } = await open(store, "background");
    for (let turn = 0; turn < 10; turn += 1) await tick();
    // Far less than the worker's rest: only the moment in which a burst gathers.
    await clock.advance(50);
    for (let turn = 0; turn < 50; turn += 1) await tick();
    expect((await loop.stats()).jobs).toMatchObject({ waiting: 0, done: 1 });
  });
});
