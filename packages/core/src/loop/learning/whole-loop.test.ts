import { afterEach, describe, expect, it } from "vitest";
import { SkillLoopError } from "../../errors.ts";
import { memoryStore } from "../../io/memory/memory-store.ts";
import type { LanguageModel } from "../../ports/language-model.ts";
import { SkillLoop } from "../../skill-loop.ts";
import { frankAnswers, frankTrace } from "../../testing/learning/frank-answers.ts";
import { type RoleAnswers, roleLanguageModel } from "../../testing/role-language-model.ts";
import { sampleScope, within } from "../../testing/store-samples.ts";
import type { LoopOptions } from "../../types/loop.ts";

const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

async function open(model?: LanguageModel, more: LoopOptions = {}) {
  const store = memoryStore();
  const options = { ...more, ...(model && { model }) };
  const loop = await SkillLoop.open({ store, scope: sampleScope, worker: "manual", ...options });
  endings.push(() => loop.close());
  return { loop, store };
}

describe("a loop with a model, all stages real", () => {
  it("draws a lesson from one failed run and gives it back when the error comes again", async () => {
    const model = roleLanguageModel(frankAnswers());
    const { loop, store } = await open(model);
    const { traceId } = await loop.learn(frankTrace(3, 1));
    expect(await loop.process()).toMatchObject({ learned: 1, waiting: 0, errored: 0 });
    expect(model.calls.map(({ role }) => role)).toEqual(["reflect", "synthesize", "judge"]);
    const [skill] = await loop.skills.list();
    expect(skill).toMatchObject({ status: "candidate", served: { content: { kind: "root-cause" } } });
    expect((await loop.trace(traceId)).fate).toMatchObject({ result: "learned", skills: [skill?.name] });
    const hint = await loop.recallForError(
      "daggerctl: fatal: no dagger manifest was declared for this publish",
    );
    expect(hint.hits.map(({ name }) => name)).toEqual([skill?.name]);
    const calls = await store.sumModelCalls(within(sampleScope), { traceId });
    expect(Object.values(calls).reduce((sum, role) => sum + role.calls, 0)).toBe(3);
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

  it("draws a principle of five lessons where that is wanted, through the same judge, as a candidate like any other", async () => {
    const model = roleLanguageModel(principledAnswers());
    const { loop } = await open(model, { principles: true });
    for (const topic of [1, 2, 3, 4]) await loop.learn(frankTrace(topic, 1));
    await loop.process();
    expect(model.calls.some(({ role }) => role === "principles")).toBe(false);
    await loop.learn(frankTrace(5, 1));
    expect(await loop.process()).toMatchObject({ learned: 1 });
    const roles = model.calls.map(({ role }) => role);
    expect(roles.slice(-2)).toEqual(["principles", "judge"]);
    const principle = await loop.skills.get("principle-look-before-you-publish");
    expect(principle.status).toBe("candidate");
    expect(principle.traceIds).toHaveLength(3);
  });

  it("holds a principle that the judge does not let pass, and costs no trace an attempt when it cannot be asked", async () => {
    const held = principledAnswers();
    const judge: RoleAnswers["judge"] = (request, call) =>
      request.prompt.includes("what a tool needs") ? { nothing: true } : held.judge?.(request, call);
    const first = await open(roleLanguageModel({ ...held, judge }), { principles: true });
    for (const topic of [1, 2, 3, 4, 5]) await first.loop.learn(frankTrace(topic, 1));
    expect(await first.loop.process()).toMatchObject({ learned: 5 });
    expect((await first.loop.skills.get("principle-look-before-you-publish")).status).toBe("quarantined");
    const gone = new SkillLoopError({ code: "MODEL_UNAVAILABLE", message: "It is away.", remedy: "Wait." });
    const second = await open(roleLanguageModel({ ...held, principles: () => gone }), { principles: true });
    for (const topic of [1, 2, 3, 4, 5]) await second.loop.learn(frankTrace(topic, 1));
    const report = await second.loop.process();
    expect(report).toMatchObject({ learned: 5, errored: 0, paused: { code: "MODEL_UNAVAILABLE" } });
    expect(await second.loop.skills.list()).toHaveLength(5);
  });

  it("draws no principle unless it is wanted", async () => {
    const model = roleLanguageModel(principledAnswers());
    const { loop } = await open(model);
    for (const topic of [1, 2, 3, 4, 5]) await loop.learn(frankTrace(topic, 1));
    expect(await loop.process()).toMatchObject({ learned: 5 });
    expect(model.calls.some(({ role }) => role === "principles")).toBe(false);
  });

  it("asks no model without one, and learns what it learned before", async () => {
    const { loop } = await open();
    await loop.learn(frankTrace(3, 1));
    expect(await loop.process()).toMatchObject({ skipped: 1, waiting: 0 });
    expect(await loop.skills.list()).toEqual([]);
  });
});

/** Frank answers, a principle of the three lessons that are shown first, and a judge that lets it pass. */
function principledAnswers(): RoleAnswers {
  const answers = frankAnswers();
  const grades = {
    verification: "the command `status`",
    "prevents-mistake": "Ask the tool what it needs",
    "no-harm": "Not for tools that were used before",
    behaviour: "The tool does not tell what it needs",
  };
  return {
    ...answers,
    principles: ({ prompt }) => {
      const rules = [...prompt.matchAll(/Rule: (.*)/g)].slice(0, 3);
      return {
        principles: [
          {
            title: "Look before you publish",
            support: rules.map(([quote], index) => ({ claim: `c${index + 1}`, quote })),
            description: "Before a new tool is used, find out what a tool needs to be set up first.",
            preconditions: ["A tool is used for the first time."],
            procedure: ["Ask the tool what it needs before its first use."],
            verification: ["the command `status` exits with status 0 and names no thing that lacks."],
            failureModes: ["The tool does not tell what it needs."],
            scope: ["Not for tools that were used before."],
            queries: ["Find out what must be set up before a new tool is used"],
          },
        ],
      };
    },
    judge: (request, call) => {
      if (!request.prompt.includes("what a tool needs")) return answers.judge?.(request, call);
      const assertions = Object.entries(grades).map(([aspect, quote]) => ({
        ...{ aspect, quote, text: "It does so.", reason: "It is said.", grade: "pass" },
      }));
      return { security: { findings: [], safe: true }, assertions: [], judge: { assertions } };
    },
  };
}
