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
    { variables: { SKILLLOOP_SCOPE: "tenant=a" }, named: "SKILLLOOP_* variables: scope" },
  ])("names the source and the field of a bad value: $named", ({ variables, named }) => {
    expect(() => resolveSettings({}, { variables })).toThrow(named);
  });

  it("refuses an option it does not know, so that a misspelt one is not silently ignored", () => {
    const options = { hoem: "x" } as object;
    expect(() => resolveSettings(options, { variables: {} })).toThrow(/INVALID_OPTIONS|SkillLoop.open/);
  });
});
