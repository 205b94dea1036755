import { afterEach, describe, expect, it } from "vitest";
import { memoryStore } from "../../io/memory/memory-store.ts";
import type { LanguageModel } from "../../ports/language-model.ts";
import { SkillLoop } from "../../skill-loop.ts";
import { frankAnswers, frankTrace } from "../../testing/learning/frank-answers.ts";
import { roleLanguageModel } from "../../testing/role-language-model.ts";
import { sampleScope, within } from "../../testing/store-samples.ts";

const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

async function open(model?: LanguageModel) {
  const store = memoryStore();
  const loop = await SkillLoop.open({ store, scope: sampleScope, worker: "manual", ...(model && { model }) });
  endings.push(() => loop.close());
  return { loop, store };
}

describe("a loop with a model, all stages real", () => {
  it("draws a lesson from one failed run and gives it back when the error comes again", async () => {
    const model = roleLanguageModel(frankAnswers());
    const { loop, store } = await open(model);
    const { traceId } = await loop.learn(frankTrace(3, 1));
    expect(await loop.process()).toMatchObject({ learned: 1, waiting: 0, errored: 0 });
    expect(model.calls.map(({ role }) => role)).toEqual(["reflect", "skeptic", "synthesize", "judge"]);
    const [skill] = await loop.skills.list();
    expect(skill).toMatchObject({ status: "candidate", served: { content: { kind: "root-cause" } } });
    expect((await loop.trace(traceId)).fate).toMatchObject({ result: "learned", skills: [skill?.name] });
    const hint = await loop.recallForError(
      "daggerctl: fatal: no dagger manifest was declared for this publish",
    );
    expect(hint.hits.map(({ name }) => name)).toEqual([skill?.name]);
    const calls = await store.sumModelCalls(within(sampleScope), { traceId });
    expect(Object.values(calls).reduce((sum, role) => sum + role.calls, 0)).toBe(4);
  });

  it("lets a lesson that is only concluded wait for a second run, and then says which skill used it", async () => {
    const { loop } = await open(roleLanguageModel(frankAnswers({ support: "inferred", confidence: 0.7 })));
    const first = await loop.learn(frankTrace(3, 1));
    expect(await loop.process()).toMatchObject({ learned: 0, waiting: 1 });
    expect((await loop.trace(first.traceId)).fate.result).toBe("waiting");
    await loop.learn(frankTrace(3, 2));
    expect(await loop.process()).toMatchObject({ learned: 1, waiting: 0 });
    const [skill] = await loop.skills.list();
    expect((await loop.skills.get(skill?.name ?? "")).traceIds).toHaveLength(2);
    expect((await loop.trace(first.traceId)).fate).toMatchObject({
      result: "learned",
      reason: `its lesson was used by ${skill?.name}`,
      skills: [skill?.name],
    });
  });

  it("learns a known lesson again without writing it again", async () => {
    const model = roleLanguageModel(frankAnswers());
    const { loop } = await open(model);
    await loop.learn(frankTrace(3, 1));
    await loop.process();
    await loop.learn(frankTrace(3, 2));
    expect(await loop.process()).toMatchObject({ learned: 1 });
    expect(model.calls.map(({ role }) => role).slice(4)).toEqual(["reflect", "skeptic"]);
    expect(await loop.skills.list()).toHaveLength(1);
  });

  it("forgets what a purged run has claimed, also where its lesson still waits", async () => {
    const { loop, store } = await open(
      roleLanguageModel(frankAnswers({ support: "inferred", confidence: 0.7 })),
    );
    const { traceId } = await loop.learn(frankTrace(3, 1));
    await loop.process();
    expect(await store.listClaims(within(sampleScope), {})).toHaveLength(1);
    await loop.purge({ traceIds: [traceId] });
    expect(await store.listClaims(within(sampleScope), {})).toEqual([]);
    await loop.learn(frankTrace(3, 2));
    expect(await loop.process()).toMatchObject({ learned: 0, waiting: 1 });
  });

  it("asks no model without one, and learns what it learned before", async () => {
    const { loop } = await open();
    await loop.learn(frankTrace(3, 1));
    expect(await loop.process()).toMatchObject({ skipped: 1, waiting: 0 });
    expect(await loop.skills.list()).toEqual([]);
  });
});
