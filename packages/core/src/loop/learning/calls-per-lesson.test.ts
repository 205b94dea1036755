import { afterEach, describe, expect, it } from "vitest";
import { memoryStore } from "../../io/memory/memory-store.ts";
import type { LanguageModel, ModelRole } from "../../ports/language-model.ts";
import { SkillLoop } from "../../skill-loop.ts";
import { frankAnswers, frankTrace } from "../../testing/learning/frank-answers.ts";
import { libraryText } from "../../testing/learning/learning-world.ts";
import {
  type RoleAnswers,
  type RoleLanguageModel,
  roleLanguageModel,
} from "../../testing/role-language-model.ts";
import { sampleScope, within } from "../../testing/store-samples.ts";

const all = within(sampleScope);
const unsure = { support: "inferred", confidence: 0.7 } as const;

const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

async function open(model: LanguageModel) {
  const store = memoryStore();
  const loop = await SkillLoop.open({ store, scope: sampleScope, worker: "manual", model });
  endings.push(() => loop.close());
  const run = async (topic: number, number: number) => {
    const { traceId } = await loop.learn(frankTrace(topic, number));
    return { traceId, report: await loop.process() };
  };
  const claims = async () =>
    (await store.listClaims(all, {})).map(({ state, taught, doubts = [] }) => ({
      state,
      confidence: taught.kind === "root-cause" ? taught.claim.confidence : 1,
      doubted: taught.kind === "root-cause" && taught.claim.doubted === true,
      ofOthers: doubts.map(({ confidence }) => confidence),
    }));
  return { loop, store, run, claims };
}

const rolesOf = ({ calls }: RoleLanguageModel): readonly ModelRole[] => calls.map(({ role }) => role);

/** The parts of the review of one model changed, those that a call has. */
function reviewing(
  change: (answer: Readonly<Record<string, unknown>>) => unknown,
  base = frankAnswers(),
): RoleAnswers {
  return {
    ...base,
    judge: (request, call) => change(base.judge?.(request, call) as Record<string, unknown>),
  };
}

/** What bears nothing out, in the shape in which it is asked. */
function unconvinced(base = frankAnswers()): RoleAnswers {
  const none = ({ verdicts }: { readonly verdicts: Readonly<Record<string, object>> }) => ({
    verdicts: Object.fromEntries(
      Object.entries(verdicts).map(([label, verdict]) => [label, { ...verdict, support: "none" }]),
    ),
  });
  const judging = reviewing((answer) => ({ ...answer, skeptic: none(answer["skeptic"] as never) }), base);
  return { ...judging, skeptic: (request, call) => none(base.skeptic?.(request, call) as never) };
}

describe("calls of a model", () => {
  it("are one for a run whose lesson waits for another run", async () => {
    const model = roleLanguageModel(frankAnswers(unsure));
    const { run, claims } = await open(model);
    expect((await run(3, 1)).report).toMatchObject({ learned: 0, waiting: 1 });
    expect(rolesOf(model)).toEqual(["reflect"]);
    expect(await claims()).toEqual([{ state: "waiting", confidence: 0.7, doubted: false, ofOthers: [] }]);
  });

  it("are one for a run whose lesson a skill says already, which gains nothing by it", async () => {
    const model = roleLanguageModel(frankAnswers());
    const { loop, store, run, claims } = await open(model);
    await run(3, 1);
    const before = await libraryText(store);
    const { traceId, report } = await run(3, 2);
    expect(report).toMatchObject({ learned: 0, waiting: 0, skipped: 1 });
    expect(rolesOf(model).slice(3)).toEqual(["reflect"]);
    expect(await libraryText(store)).toBe(before);
    expect(await claims()).toHaveLength(1);
    const [skill] = await loop.skills.list();
    expect((await loop.trace(traceId)).fate.reason).toContain(`its lesson is known: ${skill?.name} says it`);
  });

  it("are three for a run that makes a new skill", async () => {
    const model = roleLanguageModel(frankAnswers());
    const { run, claims } = await open(model);
    expect((await run(3, 1)).report).toMatchObject({ learned: 1 });
    expect(rolesOf(model)).toEqual(["reflect", "synthesize", "judge"]);
    expect(await claims()).toEqual([{ state: "used", confidence: 0.9, doubted: true, ofOthers: [] }]);
  });

  it("are four for two runs that make one together, and each claim is held against its own run", async () => {
    const model = roleLanguageModel(frankAnswers(unsure));
    const { run } = await open(model);
    await run(3, 1);
    expect((await run(3, 2)).report).toMatchObject({ learned: 1 });
    expect(rolesOf(model)).toEqual(["reflect", "reflect", "synthesize", "judge"]);
    const { prompt = "" } = model.calls[3] ?? {};
    expect(prompt.match(/^(?:Run \d|Claim c\d, of this run):$/gm)).toHaveLength(4);
    expect(prompt).toContain("daggerctl publish 1");
    expect(prompt).toContain("daggerctl publish 2");
  });
});

describe("a text whose claims are not borne out", () => {
  it("is not published: its claim waits, less sure than before", async () => {
    const model = roleLanguageModel(unconvinced());
    const { loop, run, claims } = await open(model);
    expect((await run(3, 1)).report).toMatchObject({ learned: 0, waiting: 1, rejected: 0 });
    expect(await loop.skills.list()).toEqual([]);
    expect(await claims()).toEqual([{ state: "waiting", confidence: 0.35, doubted: true, ofOthers: [] }]);
  });

  it("leaves all claims that it was written from less sure, and none of them is asked about again", async () => {
    const base = frankAnswers(unsure);
    const doubting = unconvinced(base);
    let answers: RoleAnswers = doubting;
    const model = roleLanguageModel({
      reflect: (request, call) => base.reflect?.(request, call),
      synthesize: (request, call) => base.synthesize?.(request, call),
      judge: (request, call) => answers.judge?.(request, call),
    });
    const { loop, run, claims } = await open(model);
    await run(3, 1);
    expect((await run(3, 2)).report).toMatchObject({ learned: 0, waiting: 1 });
    expect(await claims()).toEqual([
      { state: "waiting", confidence: 0.7, doubted: false, ofOthers: [] },
      { state: "waiting", confidence: 0.35, doubted: true, ofOthers: [0.35] },
    ]);
    answers = base;
    expect((await run(3, 3)).report).toMatchObject({ learned: 1 });
    const { prompt = "" } = model.calls.at(-1) ?? {};
    expect(prompt.match(/^Claim c\d/gm)).toEqual(["Claim c1"]);
    expect(prompt).not.toContain("daggerctl publish 1");
    expect((await claims()).map(({ state }) => state)).toEqual(["used", "used", "used"]);
    expect(await loop.skills.list()).toHaveLength(1);
  });

  it("is not published when the skeptic fails after it was written, and its claim is held", async () => {
    const model = roleLanguageModel(reviewing(({ skeptic, ...others }) => others));
    const { loop, run, claims } = await open(model);
    expect((await run(3, 1)).report).toMatchObject({ learned: 0, waiting: 0, rejected: 1, errored: 0 });
    expect(rolesOf(model)).toEqual(["reflect", "synthesize", "judge"]);
    expect(await loop.skills.list()).toEqual([]);
    expect(await claims()).toMatchObject([{ state: "held", doubted: false }]);
    expect(await loop.process()).toMatchObject({ traces: [] });
    expect(model.calls).toHaveLength(3);
  });

  it("is not published when a run that it was written from was purged before anybody doubted it", async () => {
    const base = frankAnswers(unsure);
    const purged: (() => Promise<unknown>)[] = [];
    const model = roleLanguageModel(base);
    const slow: LanguageModel = {
      ...model,
      async generate(request) {
        if (request.role === "synthesize") for (const purge of purged) await purge();
        return model.generate(request);
      },
    };
    const { loop, store, run, claims } = await open(slow);
    const { traceId } = await run(3, 1);
    purged.push(() => store.deleteTraces(all, [traceId]));
    expect((await run(3, 2)).report).toMatchObject({ learned: 0, waiting: 1 });
    expect(await loop.skills.list()).toEqual([]);
    expect(await claims()).toMatchObject([{ state: "waiting", confidence: 0.7 }]);
  });

  it("leaves no claim of a run that was purged while a model was asked about it", async () => {
    const model = roleLanguageModel(frankAnswers(unsure));
    const purged: (() => Promise<unknown>)[] = [];
    const slow: LanguageModel = {
      ...model,
      async generate(request) {
        for (const purge of purged) await purge();
        return model.generate(request);
      },
    };
    const { loop, run, claims } = await open(slow);
    purged.push(() => loop.purge({ all: true }));
    await run(3, 1).catch(() => undefined);
    expect(model.calls).toHaveLength(1);
    expect(await claims()).toEqual([]);
    purged.pop();
    expect((await run(3, 2)).report).toMatchObject({ learned: 0, waiting: 1 });
    expect(await claims()).toHaveLength(1);
  });
});

describe("the same answers in one call, in two or in three", () => {
  const groupings: readonly (Partial<Record<ModelRole, string>> | undefined)[] = [
    undefined,
    { skeptic: "other" },
    { security: "other" },
    { judge: "other" },
    { skeptic: "a", security: "b", judge: "c" },
  ];

  /** The questions of a group answered as one model would that has the parts of all. */
  function grouped(answers: RoleAnswers, models: Partial<Record<ModelRole, string>> | undefined) {
    const parts: RoleAnswers = {
      ...answers,
      security: (request, call) => {
        const security = answers.security?.(request, call) as object;
        return { ...security, security, skeptic: answers.skeptic?.(request, call) };
      },
    };
    const model = roleLanguageModel(parts);
    return models === undefined
      ? model
      : Object.assign(model, { idFor: (role: ModelRole) => models[role] ?? "main" });
  }
  const unsafe = { findings: [{ what: "It leaks.", quote: "publish", severity: "high" }], safe: false };
  const scenarios: readonly (readonly [string, RoleAnswers])[] = [
    ["everything passes", frankAnswers()],
    ["two runs agree", frankAnswers(unsure)],
    ["nothing is borne out", unconvinced()],
    [
      "nothing is safe",
      { ...reviewing((answer) => ({ ...answer, security: unsafe })), security: () => unsafe },
    ],
    [
      "the judge finds nothing to quote",
      reviewing((answer) => {
        const assertions = (answer["assertions"] as readonly object[]).map((one) => ({
          ...one,
          quote: "none",
        }));
        return { ...answer, assertions, judge: { assertions } };
      }),
    ],
  ];

  it.each(scenarios)("end in the same library when %s", async (_name, answers) => {
    const libraries: string[] = [];
    const calls: number[] = [];
    for (const models of groupings) {
      const model = grouped(answers, models);
      const { store, run } = await open(model);
      await run(3, 1);
      await run(3, 2);
      await run(5, 1);
      libraries.push(await libraryText(store));
      calls.push(model.calls.length);
    }
    expect(new Set(libraries).size).toBe(1);
    expect(calls[0]).toBe(Math.min(...calls));
  });
});
