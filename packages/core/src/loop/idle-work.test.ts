import { afterEach, describe, expect, it } from "vitest";
import { memoryStore } from "../io/memory/memory-store.ts";
import type { Store } from "../ports/store.ts";
import { SkillLoop } from "../skill-loop.ts";
import { roleLanguageModel } from "../testing/role-language-model.ts";
import { sampleScope } from "../testing/store-samples.ts";

const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

const writing = /^(?:add|write|bump|record|remove|delete|replace|commit|requeue|use)[A-Z]/;

describe("a loop with nothing to do", () => {
  it.each(["without a model", "with a model"])("writes no row, however often it looks, %s", async (which) => {
    const wrote: string[] = [];
    const store = new Proxy(memoryStore(), {
      get:
        (target, name: keyof Store) =>
        (...given: never[]) => {
          if (writing.test(name)) wrote.push(name);
          return (target[name] as (...given: never[]) => unknown)(...given);
        },
    });
    const model = which === "with a model" ? { model: roleLanguageModel({}) } : {};
    const loop = await SkillLoop.open({ store, scope: sampleScope, worker: "manual", ...model });
    endings.push(() => loop.close());
    await loop.learn({ task: "t", steps: [{ tool: "bash", input: { command: "true" }, output: "" }] });
    expect(await loop.process()).toMatchObject({ skipped: 1 });
    expect(wrote.length).toBeGreaterThan(0);
    wrote.length = 0;
    for (let pass = 0; pass < 5; pass += 1) expect(await loop.process()).toMatchObject({ traces: [] });
    await loop.stats();
    expect(wrote).toEqual([]);
  });
});
