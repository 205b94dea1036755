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
  ])("names the source and the field of a bad value: $named", ({ variables, named }) => {
    expect(() => resolveSettings({}, { variables })).toThrow(named);
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
      SKILLLOOP_MODEL: "m",
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
