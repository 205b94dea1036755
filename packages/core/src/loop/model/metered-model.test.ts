import { describe, expect, it } from "vitest";
import { z } from "zod";
import { withSpend } from "../../adapter/model-spend.ts";
import { SkillLoopError } from "../../errors.ts";
import { memoryStore } from "../../io/memory/memory-store.ts";
import type { GenerateRequest, GenerateResult, LanguageModel } from "../../ports/language-model.ts";
import { manualClock } from "../../testing/manual-clock.ts";
import type { ModelCall } from "../../types/model-call.ts";
import { type MeteredModelPorts, meteredModel } from "./metered-model.ts";

const scope = { project: "billing" };
const schema = z.object({ lessons: z.array(z.string()) });
const request = {
  role: "reflect",
  system: "You reflect.",
  prompt: "hunter2",
  schema,
  subject: { scope: { project: "billing", user: "one" }, traceId: "t1", skill: "deploy" },
} as const;
const usage = { inputTokens: 1_000, outputTokens: 100 };
const answer: GenerateResult<unknown> = { value: { lessons: [] }, usage, finish: "stop" };
const noon = 1_700_000_000_000;

type Answer = (request: GenerateRequest<unknown>) => unknown;

function modelOf(answers: Answer, fields: Partial<LanguageModel> = {}): LanguageModel {
  return {
    id: "small",
    generate: async <T>(asked: GenerateRequest<T>) =>
      (await answers(asked as GenerateRequest<unknown>)) as GenerateResult<T>,
    ...fields,
  };
}

function world(answers: Answer, fields: Partial<MeteredModelPorts> = {}) {
  const store = memoryStore();
  const rows: ModelCall[] = [];
  const commits: number[] = [];
  const errors: unknown[] = [];
  const ledger: MeteredModelPorts["ledger"] = {
    async addModelCalls(added) {
      rows.push(...added);
      commits.push(added.length);
      await store.addModelCalls(added);
    },
    sumModelCalls: (filter, query) => store.sumModelCalls(filter, query),
  };
  const clock = manualClock(noon);
  const names = Array.from({ length: 99 }, (_, index) => `call-${index + 1}`);
  const ports: MeteredModelPorts = {
    model: modelOf(answers),
    ledger,
    clock,
    ids: { next: () => names.shift() ?? "" },
    scope,
    timeoutMs: 90_000,
    report: { error: (error) => void errors.push(error) },
    ...fields,
  };
  return { model: meteredModel(ports), ports, rows, commits, errors, clock, store, ledger };
}

async function failureOf(work: Promise<unknown>): Promise<SkillLoopError> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!SkillLoopError.isInstance(error)) throw new Error("It did not fail with an error of ours.");
  return error;
}

describe("meteredModel", () => {
  it("gives the answer as it came, and writes what it took", async () => {
    const given = { ...answer, calls: 2, model: "small-2026" };
    const { model, rows, clock } = world(async () => {
      await clock.advance(250);
      return given;
    });
    expect(await model.generate(request)).toBe(given);
    expect(rows).toEqual([
      {
        id: "call-1",
        scope: { project: "billing", user: "one" },
        role: "reflect",
        model: "small-2026",
        traceId: "t1",
        outcome: "answered",
        calls: 2,
        inputTokens: 1_000,
        outputTokens: 100,
        durationMs: 250,
        at: noon,
      },
    ]);
  });

  it("writes the row before it gives the answer, and rows of the same time together", async () => {
    const { model, commits, store } = world(() => answer);
    await Promise.all(Array.from({ length: 20 }, () => model.generate(request)));
    expect(commits.length).toBeLessThan(6);
    const sums = await store.sumModelCalls({ scope, reach: "within" }, {});
    expect(sums["reflect"]).toMatchObject({ calls: 20, inputTokens: 20_000, outputTokens: 2_000 });
  });

  it("tells which model answers in a role, and writes its name", async () => {
    const idFor = (role: string): string => (role === "judge" ? "large" : "small");
    const { model, rows } = world(() => answer, { model: modelOf(() => answer, { idFor }) });
    await model.generate({ ...request, role: "judge" });
    expect(model.idFor?.("judge")).toBe("large");
    expect(rows[0]?.model).toBe("large");
  });

  it("refuses an answer that was cut off, from whatever model, and writes what it took", async () => {
    const { model, rows } = world(() => ({ ...answer, finish: "length" }));
    const failure = await failureOf(model.generate(request));
    expect(failure.code).toBe("MODEL_ANSWER_INVALID");
    expect(rows).toMatchObject([{ outcome: "invalid", calls: 1, outputTokens: 100 }]);
  });

  it("writes what an answer took that was no use, and passes its error on", async () => {
    const invalid = new SkillLoopError({ code: "MODEL_ANSWER_INVALID", message: "Odd.", remedy: "Ask." });
    const { model, rows } = world(() => {
      throw withSpend(invalid, { usage, calls: 2, model: "small-2026" });
    });
    expect(await failureOf(model.generate(request))).toBe(invalid);
    expect(rows).toMatchObject([{ outcome: "invalid", calls: 2, inputTokens: 1_000, model: "small-2026" }]);
  });

  it.each([
    { code: "MODEL_UNAVAILABLE", rows: [{ outcome: "failed", calls: 0 }] },
    { code: "MODEL_QUOTA", rows: [] },
    { code: "MODEL_ANSWER_PENDING", rows: [] },
  ] as const)("passes $code on as it is", async ({ code, rows: expected }) => {
    const error = new SkillLoopError({ code, message: "No.", remedy: "Wait." });
    const { model, rows } = world(() => {
      throw error;
    });
    expect(await failureOf(model.generate(request))).toBe(error);
    expect(rows).toMatchObject(expected);
    expect(rows).toHaveLength(expected.length);
  });

  it("makes of a foreign error one of ours, with its kind and none of its words", async () => {
    const foreign = Object.assign(new TypeError("bad prompt: hunter2"), { code: "ECONNRESET" });
    const { model } = world(() => {
      throw foreign;
    });
    const failure = await failureOf(model.generate(request));
    expect(failure.code).toBe("MODEL_UNAVAILABLE");
    expect(failure.message).toContain("TypeError ECONNRESET");
    expect(`${failure.message}${failure.stack}${String(failure.cause)}`).not.toContain("hunter2");
    const odd = world(() => Promise.reject(Object.assign(new Error(""), { name: "bad prompt: hunter2" })));
    expect((await failureOf(odd.model.generate(request))).message).not.toContain("hunter2");
    const shapeless = world((asked) => ({ ...answer, value: asked.schema.parse({ lessons: "hunter2" }) }));
    expect((await failureOf(shapeless.model.generate(request))).code).toBe("MODEL_ANSWER_INVALID");
  });

  it("ends when the time is up, though the model takes no notice, and tells the model", async () => {
    let signal: AbortSignal | undefined;
    const { model, clock, rows } = world((asked) => {
      signal = asked.signal;
      return new Promise(() => {});
    });
    const work = failureOf(model.generate(request));
    await Promise.resolve();
    await clock.advance(90_000);
    expect((await work).code).toBe("MODEL_UNAVAILABLE");
    expect(signal?.aborted).toBe(true);
    expect(rows).toMatchObject([{ outcome: "failed", calls: 1, durationMs: 90_000 }]);
  });

  it("ends with the caller's own reason, and writes that it was asked", async () => {
    let isAsked = false;
    const { model, rows } = world(() => {
      isAsked = true;
      return new Promise(() => {});
    });
    const stop = new AbortController();
    const work = model.generate({ ...request, signal: stop.signal }).catch((error: unknown) => error);
    await expect.poll(() => isAsked).toBe(true);
    stop.abort("enough");
    expect(await work).toBe("enough");
    expect(await model.generate({ ...request, signal: stop.signal }).catch((error: unknown) => error)).toBe(
      "enough",
    );
    expect(rows).toMatchObject([{ outcome: "failed", calls: 1, inputTokens: 0, outputTokens: 0 }]);
  });

  it("gives the answer also when the ledger fails, and reports that", async () => {
    const full = new Error("disk full");
    const ledger = { addModelCalls: () => Promise.reject(full), sumModelCalls: async () => ({}) };
    const { model, errors, clock } = world(() => answer, { ledger, budget: { calls: 2 } });
    expect(await model.generate(request)).toBe(answer);
    await model.generate(request);
    expect(errors).toEqual([full, full]);
    // It stays known when the ledger is looked at again.
    await clock.advance(30_000);
    expect((await failureOf(model.generate(request))).code).toBe("MODEL_QUOTA");
    await clock.advance(30_000);
    expect((await failureOf(model.generate(request))).code).toBe("MODEL_QUOTA");
  });

  describe("with a budget", () => {
    it.each([
      { budget: { calls: 2 }, answered: 2 },
      { budget: { tokens: 2_500 }, answered: 3 },
      { budget: { cost: 0.004 }, answered: 2 },
      { budget: { calls: 9, tokens: 1_100 }, answered: 1 },
    ])("answers $answered times under $budget and asks the model no more", async ({ budget, answered }) => {
      let asked = 0;
      const count = (): unknown => {
        asked += 1;
        return answer;
      };
      const { model, rows } = world(count, { budget, prices: { small: { input: 1.5, output: 5 } } });
      for (let turn = 0; turn < answered; turn += 1) await model.generate(request);
      const failure = await failureOf(model.generate(request));
      expect(failure.code).toBe("MODEL_QUOTA");
      expect(asked).toBe(answered);
      expect(rows).toHaveLength(answered);
    });

    it("counts calls that are under way", async () => {
      const { model } = world(() => new Promise((resolve) => setTimeout(() => resolve(answer), 10)), {
        budget: { calls: 3 },
      });
      const all = await Promise.allSettled(Array.from({ length: 8 }, () => model.generate(request)));
      expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    });

    it("counts what other processes have spent, also later in the day", async () => {
      const first = world(() => answer, { budget: { calls: 3 } });
      const other = meteredModel({
        ...first.ports,
        budget: undefined,
        ids: { next: () => `${Math.random()}` },
      });
      await other.generate(request);
      await first.model.generate(request);
      await other.generate(request);
      await first.clock.advance(10_000);
      expect((await failureOf(first.model.generate(request))).code).toBe("MODEL_QUOTA");
    });

    it("counts its own calls once, also after it has looked again", async () => {
      const { model, clock } = world(() => answer, { budget: { calls: 4 } });
      for (let turn = 0; turn < 4; turn += 1) {
        await model.generate(request);
        await clock.advance(11_000);
      }
      expect((await failureOf(model.generate(request))).code).toBe("MODEL_QUOTA");
    });

    it("counts what other processes have spent also after its clock was put back", async () => {
      const { model, store, clock } = world(() => answer, { budget: { calls: 3 } });
      await model.generate(request);
      await clock.advance(-3_600_000);
      const row: ModelCall = {
        ...{ id: "theirs", scope, role: "judge", model: "small", outcome: "answered", calls: 3 },
        ...{ inputTokens: 1, outputTokens: 1, durationMs: 1, at: noon },
      };
      await store.addModelCalls([row]);
      expect((await failureOf(model.generate(request))).code).toBe("MODEL_QUOTA");
    });

    it.each([
      ["none", undefined],
      ["no numbers", { inputTokens: Number.NaN, outputTokens: "7" }],
      ["less than nothing", { inputTokens: -1e9, outputTokens: Number.POSITIVE_INFINITY }],
    ])("counts an answer whose usage is %s, and what comes after it", async (_what, odd) => {
      const { model, rows } = world(() => (rows.length === 0 ? { ...answer, usage: odd } : answer), {
        budget: { tokens: 1_000 },
      });
      expect(await model.generate(request)).toMatchObject({ value: { lessons: [] } });
      expect(rows).toMatchObject([{ outcome: "answered", calls: 1, inputTokens: 0, outputTokens: 0 }]);
      await model.generate(request);
      expect((await failureOf(model.generate(request))).code).toBe("MODEL_QUOTA");
    });

    it("begins anew at midnight UTC", async () => {
      const { model, clock } = world(() => answer, { budget: { calls: 1 } });
      await model.generate(request);
      expect((await failureOf(model.generate(request))).code).toBe("MODEL_QUOTA");
      await clock.advance(Date.UTC(2023, 10, 15) - noon - 1);
      expect((await failureOf(model.generate(request))).code).toBe("MODEL_QUOTA");
      await clock.advance(1);
      expect(await model.generate(request)).toBe(answer);
    });

    it("gives its place back when a call waits for an answer", async () => {
      const pending = new SkillLoopError({ code: "MODEL_ANSWER_PENDING", message: "-", remedy: "-" });
      let isThere = false;
      const answers = (): unknown => {
        if (!isThere) throw pending;
        return answer;
      };
      const { model } = world(answers, { budget: { calls: 1 } });
      for (let turn = 0; turn < 3; turn += 1)
        expect((await failureOf(model.generate(request))).code).toBe("MODEL_ANSWER_PENDING");
      isThere = true;
      expect(await model.generate(request)).toBe(answer);
    });

    it("counts a call that its caller gives up once it was asked, and none before", async () => {
      let asked = 0;
      const { model } = world(
        () => {
          asked += 1;
          return new Promise(() => {});
        },
        { budget: { calls: 1 } },
      );
      const givenUp = async (wait: boolean): Promise<unknown> => {
        const ending = new AbortController();
        const work = model.generate({ ...request, signal: ending.signal }).catch((error: unknown) => error);
        if (wait) await expect.poll(() => asked).toBe(1);
        ending.abort("enough");
        return work;
      };
      expect([await givenUp(false), asked]).toEqual(["enough", 0]);
      expect([await givenUp(true), asked]).toEqual(["enough", 1]);
      expect((await failureOf(model.generate(request))).code).toBe("MODEL_QUOTA");
    });

    it("asks nothing while nobody can tell what is left", async () => {
      const locked = new SkillLoopError({ code: "STORE_FAILED", message: "-", remedy: "-" });
      let asked = 0;
      const answers = (): unknown => {
        asked += 1;
        return answer;
      };
      let isOpen = false;
      const ledger: MeteredModelPorts["ledger"] = {
        addModelCalls: async () => {},
        sumModelCalls: async () => {
          if (!isOpen) throw locked;
          return {};
        },
      };
      const { model } = world(answers, { ledger, budget: { calls: 1 } });
      expect(await failureOf(model.generate(request))).toBe(locked);
      expect(asked).toBe(0);
      isOpen = true;
      expect(await model.generate(request)).toBe(answer);
    });

    it("in money needs the price of every model", () => {
      const idFor = (role: string): string => (role === "judge" ? "large" : "small");
      const model = modelOf(() => answer, { id: "mix", idFor });
      const prices = { small: { input: 1, output: 1 } };
      expect(() => world(() => answer, { model, budget: { cost: 1 }, prices })).toThrow(/large has no price/);
      expect(() => world(() => answer, { model, budget: { tokens: 1 }, prices })).not.toThrow();
    });
  });

  it("counts the cost by the name of who answered first, and what came from the cache at its own price", async () => {
    const prices = {
      small: { input: 2, output: 10, cachedInput: 0.5 },
      "small-2026": { input: 100, output: 0 },
    };
    const cached = { inputTokens: 1_000_000, outputTokens: 100_000, cachedInputTokens: 400_000 };
    const { model, rows } = world(() => ({ ...answer, usage: cached }), { prices });
    await model.generate(request);
    expect(rows[0]?.cost).toBeCloseTo(0.6 * 2 + 0.4 * 0.5 + 0.1 * 10);
    const dated = world(() => ({ ...answer, usage: cached, model: "small-2026" }), { prices });
    await dated.model.generate(request);
    expect(dated.rows[0]?.cost).toBeCloseTo(100);
    const free = world(() => answer);
    await free.model.generate(request);
    expect(free.rows[0]).not.toHaveProperty("cost");
  });
});
