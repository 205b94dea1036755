import { afterEach, describe, expect, it } from "vitest";
import { memoryStore } from "../io/memory/memory-store.ts";
import { SkillLoop } from "../skill-loop.ts";

const opened: SkillLoop[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((loop) => loop.close()));
});

async function loopWithRuns(tasks: readonly string[]): Promise<{ loop: SkillLoop; ids: readonly string[] }> {
  const store = memoryStore();
  const loop = await SkillLoop.open({ store, scope: { project: "p" }, worker: "manual" });
  opened.push(loop);
  const ids: string[] = [];
  for (const [index, task] of tasks.entries()) {
    const steps = [{ tool: "bash", input: { command: "true" }, output: "" }];
    ids.push((await loop.learn({ task, steps, recordedAt: 1_000 + index })).traceId);
  }
  const [first = ""] = ids;
  await store.addModelCalls([
    {
      id: "call-1",
      scope: { project: "p" },
      role: "reflect",
      model: "m",
      traceId: first,
      outcome: "answered",
      calls: 2,
      inputTokens: 10,
      outputTokens: 5,
      durationMs: 1,
      at: Date.now(),
    },
  ]);
  return { loop, ids };
}

describe("the runs that a loop tells of", () => {
  it("are listed newest first, each with what became of it", async () => {
    const { loop, ids } = await loopWithRuns(["a", "b", "c"]);
    await loop.process({ limit: 1 });
    const all = await loop.traces();
    expect(all.map(({ task }) => task)).toEqual(["c", "b", "a"]);
    expect(all.map(({ fate }) => fate.traceId)).toEqual([...ids].reverse());
    expect(all.map(({ fate }) => fate.state)).toEqual(["waiting", "waiting", "done"]);
    expect(await loop.traces({ limit: 1 })).toHaveLength(1);
    await expect(loop.traces({ limit: -1 })).rejects.toMatchObject({ code: "INVALID_OPTIONS" });
  });

  it("are not those of another user", async () => {
    const { loop } = await loopWithRuns(["a"]);
    expect(await loop.scoped({ user: "ann" }).traces()).toEqual([]);
  });

  it("say what models were asked about them, and the day's sum stands in the counts", async () => {
    const { loop, ids } = await loopWithRuns(["a", "b"]);
    const asked = { reflect: { calls: 2, inputTokens: 10, outputTokens: 5, cost: 0 } };
    expect((await loop.trace(ids[0] ?? "")).modelCalls).toEqual(asked);
    expect((await loop.trace(ids[1] ?? "")).modelCalls).toEqual({});
    expect((await loop.stats()).modelCallsToday).toEqual(asked);
  });
});
