import type { Loop } from "@skillloop/core";
import * as version6 from "ai";
import * as version5 from "ai-v5";
import * as version7 from "ai-v7";
import { describe, expect, expectTypeOf, it } from "vitest";
import { fromAiSdkModel } from "./from-ai-sdk-model.ts";
import { skillLoopMiddleware } from "./skill-loop-middleware.ts";
import { skillLoopTelemetry } from "./skill-loop-telemetry.ts";

// What is checked here is that it compiles, with each version's own types and without a cast.
declare const loop: Loop;
type ModelOf<Wrap extends (options: never) => unknown> = Parameters<Wrap>[0] extends { model: infer Model }
  ? Model
  : never;
declare const model5: ModelOf<typeof version5.wrapLanguageModel>;
declare const model6: Exclude<ModelOf<typeof version6.wrapLanguageModel>, string>;
declare const model7: Exclude<ModelOf<typeof version7.wrapLanguageModel>, string>;

export const compiled = {
  middleware: () => [
    version5.wrapLanguageModel({ model: model5, middleware: skillLoopMiddleware({ loop }) }),
    version6.wrapLanguageModel({ model: model6, middleware: skillLoopMiddleware({ loop }) }),
    version7.wrapLanguageModel({ model: model7, middleware: skillLoopMiddleware({ loop }) }),
    version6.wrapLanguageModel({ model: model6, middleware: [skillLoopMiddleware({ loop })] }),
  ],
  telemetry: () => {
    version6.registerTelemetryIntegration(skillLoopTelemetry({ loop }));
    version7.registerTelemetry(skillLoopTelemetry({ loop }));
    void version6.generateText({
      model: model6,
      prompt: "",
      experimental_telemetry: { isEnabled: true, integrations: [skillLoopTelemetry({ loop })] },
    });
    void version7.generateText({
      model: model7,
      prompt: "",
      telemetry: { integrations: [skillLoopTelemetry({ loop })] },
    });
  },
  models: () => [fromAiSdkModel(model5), fromAiSdkModel(model6), fromAiSdkModel(model7)],
  options: () =>
    skillLoopMiddleware({
      loop,
      scope: ({ options }) => (typeof options["user"] === "string" ? { user: options["user"] } : undefined),
      taskId: ({ params }) => String(params["seed"]),
      verify: async ({ answer }) => ({ check: "it answers", passed: answer !== "" }),
    }),
};

describe("types", () => {
  it("fit wrapLanguageModel and the registrations of ai 5, 6 and 7", () => {
    expectTypeOf<typeof model5>().not.toBeNever();
    expectTypeOf<typeof model6>().not.toBeNever();
    expectTypeOf<typeof model7>().not.toBeNever();
    expectTypeOf(skillLoopMiddleware).parameter(0).toHaveProperty("loop");
    expectTypeOf(compiled.models).returns.items.toHaveProperty("generate");
    expect(Object.keys(compiled)).toEqual(["middleware", "telemetry", "models", "options"]);
  });
});
