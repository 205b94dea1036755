import { describe, expect, it } from "vitest";
import { resolveSettings } from "./resolve-settings.ts";

describe("resolveSettings", () => {
  it("takes the option before the variable, the variable before the file, and the file before the default", () => {
    const file = {
      name: "skillloop.config.json",
      value: { home: "file", serve: "trusted", worker: "manual" },
    };
    const variables = { SKILLLOOP_HOME: "variable", SKILLLOOP_SERVE: "candidate" };
    const settings = resolveSettings({ home: "option" }, { variables, file });
    expect(settings).toMatchObject({
      home: "option",
      serve: "candidate",
      worker: "manual",
      recallBudgetMs: 50,
    });
  });

  it("takes an embedder by name from text, and itself from an option or a config module", () => {
    const embedder = { id: "mini", dimension: 2, embed: async () => [] };
    const file = { name: "skillloop.config.mjs", value: { embedder } };
    const variables = { SKILLLOOP_EMBEDDER: "local", SKILLLOOP_EMBED_TIMEOUT_MS: "500" };
    expect(resolveSettings({}, { variables: {} }).embedder).toBe("none");
    expect(resolveSettings({}, { variables: {}, file }).embedder).toBe(embedder);
    expect(resolveSettings({}, { variables, file })).toMatchObject({
      embedder: "local",
      embedTimeoutMs: 500,
    });
    expect(resolveSettings({ embedder }, { variables }).embedder).toBe(embedder);
    expect(resolveSettings({ embedder: "none" }, { variables }).embedder).toBe("none");
  });

  it("takes a model by name from text, and itself from an option or a config module", () => {
    const model = { id: "small", generate: async () => Promise.reject(new Error("Not asked.")) };
    const file = {
      name: "skillloop.config.mjs",
      value: { model, modelPrices: { small: { input: 1, output: 2 } } },
    };
    const variables = {
      SKILLLOOP_MODEL: "openai:qwen3:8b",
      SKILLLOOP_MODEL_BASE_URL: "http://localhost:11434/v1",
      SKILLLOOP_MODEL_TIMEOUT_MS: "30000",
      SKILLLOOP_MODEL_BUDGET: "calls=200, cost=1.5",
      SKILLLOOP_MODEL_PRICES: "vendor/small=0.25/2,large=3/15/0.3",
      SKILLLOOP_MODEL_CONCURRENCY: "8",
      SKILLLOOP_PRINCIPLES: "yes",
    };
    expect(resolveSettings({}, { variables: {} })).toMatchObject({
      model: "none",
      modelTimeoutMs: 90_000,
      modelPrices: {},
      modelConcurrency: 4,
      principles: false,
    });
    expect(resolveSettings({}, { variables: {}, file })).toMatchObject({
      model,
      modelPrices: { small: { input: 1 } },
    });
    expect(resolveSettings({ model: "none" }, { variables }).model).toBe("none");
    expect(resolveSettings({}, { variables, file })).toMatchObject({
      model: "openai:qwen3:8b",
      modelBaseURL: "http://localhost:11434/v1",
      modelTimeoutMs: 30_000,
      modelBudget: { calls: 200, cost: 1.5 },
      modelPrices: {
        "vendor/small": { input: 0.25, output: 2 },
        large: { input: 3, output: 15, cachedInput: 0.3 },
      },
      modelConcurrency: 8,
      principles: true,
    });
  });

  it("reads scopes and environments as pairs and SKILLLOOP_AUTO_PROCESS=0 as a manual worker", () => {
    const variables = {
      SKILLLOOP_SCOPE: "project=billing, user=u=1",
      SKILLLOOP_ENVIRONMENT: "node=22",
      SKILLLOOP_AUTO_PROCESS: "0",
    };
    expect(resolveSettings({}, { variables })).toMatchObject({
      scope: { project: "billing", user: "u=1" },
      environment: { node: "22" },
      worker: "manual",
    });
  });

  it.each([
    { variables: { SKILLLOOP_WORKER: "sometimes" }, named: "SKILLLOOP_* variables: worker" },
    { variables: { SKILLLOOP_RECALL_BUDGET_MS: "soon" }, named: "SKILLLOOP_* variables: recallBudgetMs" },
    { variables: { SKILLLOOP_EMBEDDER: "cloud" }, named: "SKILLLOOP_* variables: embedder" },
    { variables: { SKILLLOOP_SCOPE: "tenant=a" }, named: "SKILLLOOP_* variables: scope" },
    {
      variables: { SKILLLOOP_MODEL: "gpt-5-mini" },
      named: "SKILLLOOP_* variables: model is not usable: expected openai:NAME",
    },
    { variables: { SKILLLOOP_MODEL: "openai:" }, named: "SKILLLOOP_* variables: model" },
    { variables: { SKILLLOOP_MODEL_BASE_URL: "localhost" }, named: "SKILLLOOP_* variables: modelBaseURL" },
    { variables: { SKILLLOOP_MODEL_BASE_URL: "https://a:b@host/v1" }, named: "modelBaseURL" },
    { variables: { SKILLLOOP_MODEL_TIMEOUT_MS: "0" }, named: "SKILLLOOP_* variables: modelTimeoutMs" },
    {
      variables: { SKILLLOOP_MODEL_BUDGET: "calls=many" },
      named: "SKILLLOOP_* variables: modelBudget.calls",
    },
    { variables: { SKILLLOOP_MODEL_BUDGET: "money=1" }, named: "SKILLLOOP_* variables: modelBudget" },
    {
      variables: { SKILLLOOP_MODEL_PRICES: "small=1" },
      named: "SKILLLOOP_* variables: modelPrices.small.output",
    },
    { variables: { SKILLLOOP_MODEL_CONCURRENCY: "1.5" }, named: "SKILLLOOP_* variables: modelConcurrency" },
    { variables: { SKILLLOOP_PRINCIPLES: "perhaps" }, named: "SKILLLOOP_PRINCIPLES is neither" },
  ])("names the source and the field of a bad value: $named", ({ variables, named }) => {
    expect(() => resolveSettings({}, { variables })).toThrow(named);
  });

  it.each([
    [{ colour: 5 }, "Correct or remove it"],
    [{ recallBudgetms: 5 }, "It looks like recallBudgetMs"],
    [{ hom: "x" }, "It looks like home"],
    [{ scope: "billing" }, '{ project: "NAME" }, as a variable project=NAME'],
    [{ embedder: "lokal" }, 'expected "local", "none" or an embedder'],
  ])("says what was meant by %j", (options, said) => {
    expect(() => resolveSettings(options as never, { variables: {} })).toThrow(
      expect.objectContaining({ message: expect.stringContaining(said) }),
    );
  });

  it.each([
    ["0", "manual"],
    ["false", "manual"],
    [" Off ", "manual"],
    ["no", "manual"],
    ["1", "background"],
    ["TRUE", "background"],
    ["", "background"],
  ] as const)("reads SKILLLOOP_AUTO_PROCESS=%s as %s", (said, worker) => {
    expect(resolveSettings({}, { variables: { SKILLLOOP_AUTO_PROCESS: said } })).toMatchObject({ worker });
  });

  it("refuses an answer that is no yes and no no, and a variable it does not know, naming the nearest", () => {
    const maybe = { SKILLLOOP_AUTO_PROCESS: "perhaps" };
    expect(() => resolveSettings({}, { variables: maybe })).toThrow("neither a yes nor a no");
    const misspelt = { SKILLLOOP_SERV: "candidate" };
    expect(() => resolveSettings({}, { variables: misspelt })).toThrow("SKILLLOOP_SERVE");
    const others = {
      SKILLLOOP_MODEL_JUDGE_NAME: "m",
      SKILLLOOP_LOG: "json",
      SKILLLOOP_RERUN_TASK: "t",
      SKILLLOOP_DEMO_BREAK: "recall",
      SKILLLOOP_SERV: undefined,
    };
    expect(resolveSettings({}, { variables: others })).toMatchObject({ serve: "active" });
  });

  it("refuses an option it does not know, so that a misspelt one is not silently ignored", () => {
    const options = { hoem: "x" } as object;
    expect(() => resolveSettings(options, { variables: {} })).toThrow(/INVALID_OPTIONS|SkillLoop.open/);
  });
});
