import type { GenerateResult, LanguageModel } from "@skillloop/core";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { modelByRole } from "./model-by-role.ts";

const named = (id: string, model?: string): LanguageModel => ({
  id,
  generate: async <T>(): Promise<GenerateResult<T>> => ({
    value: id as T,
    usage: { inputTokens: 0, outputTokens: 0 },
    finish: "stop",
    ...(model !== undefined && { model }),
  }),
});
const asking = { system: "", prompt: "", schema: z.string() };

describe("modelByRole", () => {
  it("asks the model of the role, and the default one for the others", async () => {
    const model = modelByRole({ default: named("small"), judge: named("large", "large-2026") });
    expect(await model.generate({ ...asking, role: "judge" })).toMatchObject({
      value: "large",
      model: "large-2026",
    });
    expect(await model.generate({ ...asking, role: "reflect" })).toMatchObject({
      value: "small",
      model: "small",
    });
  });

  it("tells which model answers in a role, also through another one of its kind", () => {
    const inner = modelByRole({ default: named("small"), security: named("strict") });
    const model = modelByRole({ default: inner, judge: named("large") });
    expect(model.id).toBe("small");
    expect([model.idFor?.("judge"), model.idFor?.("security"), model.idFor?.("patch")]).toEqual([
      "large",
      "strict",
      "small",
    ]);
  });
});
