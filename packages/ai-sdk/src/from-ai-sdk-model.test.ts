import { SkillLoop } from "@skillloop/core";
import { SkillLoopError } from "@skillloop/core/adapter";
import { memoryStore } from "@skillloop/core/testing";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { fromAiSdkModel } from "./from-ai-sdk-model.ts";
import { skillLoopMiddleware } from "./skill-loop-middleware.ts";
import { type AiVersion, aiModule } from "./testing/ai-module.ts";
import { countListeners } from "./testing/count-listeners.ts";
import { finishOf, type ProviderRequest, scriptedProvider, usageOf } from "./testing/scripted-provider.ts";

const versions: readonly AiVersion[] = [5, 6, 7];
const schema = z.object({ lessons: z.array(z.object({ text: z.string() })) });
const request = { role: "reflect", system: "You reflect.", prompt: "The trace", schema } as const;

/** A model that answers with this content. */
function answering(version: AiVersion, content: readonly unknown[], finish = "stop") {
  const requests: ProviderRequest[] = [];
  const model = {
    ...scriptedProvider(version, () => ({ text: "" })),
    async doGenerate(sent: ProviderRequest): Promise<unknown> {
      requests.push(sent);
      return { content, finishReason: finishOf(version, finish), usage: usageOf(version), warnings: [] };
    },
  };
  return { model, requests };
}

const text = (said: string) => ({ type: "text", text: said });

async function failureOf(work: Promise<unknown>): Promise<SkillLoopError> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!SkillLoopError.isInstance(error)) throw new Error("It did not fail with an error of ours.");
  return error;
}

describe.each(versions)("fromAiSdkModel on the models of ai %i", (version) => {
  it("gives the value, the tokens and why it stopped", async () => {
    const { model, requests } = answering(version, [text('{"lessons":[{"text":"a"}]}')]);
    const port = fromAiSdkModel(model);
    expect(port.id).toBe("scripted/scripted-1");
    expect(await port.generate(request)).toEqual({
      value: { lessons: [{ text: "a" }] },
      usage: { inputTokens: 7, outputTokens: 3 },
      finish: "stop",
      calls: 1,
    });
    const [system, user] = requests[0]?.prompt ?? [];
    expect(String(system?.content)).toContain("You reflect.");
    expect(user).toEqual({ role: "user", content: [text("The trace")] });
  });

  it("AI15: reads an answer in a fence with blanks behind it", async () => {
    const { model } = answering(version, [text(`\`\`\`json\n{"lessons":[]}\n\`\`\`${" ".repeat(10)}`)]);
    expect((await fromAiSdkModel(model).generate(request)).value).toEqual({ lessons: [] });
  });

  it("PR1: takes no draft out of what the model thought", async () => {
    const { model } = answering(version, [
      text('<think>maybe {"lessons":[{"text":"x"}]}</think>{"lessons":[]}'),
    ]);
    expect((await fromAiSdkModel(model).generate(request)).value).toEqual({ lessons: [] });
  });

  it("PR2: falls back to the reasoning of a model that said nothing", async () => {
    const { model } = answering(version, [{ type: "reasoning", text: '{"lessons":[]}' }]);
    expect((await fromAiSdkModel(model).generate(request)).value).toEqual({ lessons: [] });
  });

  it("PR2: fails by name where there is no answer at all, also when asked once more", async () => {
    const { model, requests } = answering(version, []);
    expect((await failureOf(fromAiSdkModel(model).generate(request))).code).toBe("MODEL_ANSWER_INVALID");
    expect(requests).toHaveLength(2);
    expect(JSON.stringify(requests[1]?.prompt)).toContain("answered with nothing");
  });

  it("never reads an answer that was cut off", async () => {
    const { model } = answering(version, [text('{"lessons":[]}')], "length");
    const failure = await failureOf(fromAiSdkModel(model).generate({ ...request, maxOutputTokens: 50 }));
    expect(failure).toMatchObject({ code: "MODEL_ANSWER_INVALID" });
    expect(failure.message).toContain("cut off");
  });

  it("PR5: reads what a server refused as no valid call", async () => {
    const data = { error: { code: "tool_use_failed", failed_generation: '{"lessons":[]}' } };
    const refused = Object.assign(new Error("Failed to call a function"), { statusCode: 400, data });
    const model = scriptedProvider(version, () => ({ error: refused }));
    expect((await fromAiSdkModel(model).generate(request)).value).toEqual({ lessons: [] });
  });

  it("fails with the model's own error as cause", async () => {
    const overloaded = new Error("The model is overloaded");
    const model = scriptedProvider(version, () => ({ error: overloaded }));
    const failure = await failureOf(fromAiSdkModel(model).generate(request));
    expect(failure.code).toBe("MODEL_UNAVAILABLE");
    expect(failure.cause).toBe(overloaded);
  });

  it("comes back on an abort, though the model takes no notice, and leaves no listener", async () => {
    const model = {
      ...scriptedProvider(version, () => ({ text: "" })),
      doGenerate: () => new Promise<never>(() => {}),
    };
    const stop = new AbortController();
    const listeners = countListeners(stop.signal);
    const work = fromAiSdkModel(model)
      .generate({ ...request, signal: stop.signal })
      .catch((error: unknown) => error);
    await new Promise((resolve) => setTimeout(resolve, 5));
    stop.abort(new Error("Enough"));
    expect(await work).toEqual(new Error("Enough"));
    expect(listeners()).toBe(0);
  });

  it("records none of its calls when our own middleware stands around the model", async () => {
    const loop = await SkillLoop.open({ store: memoryStore(), scope: { project: "p" }, worker: "manual" });
    const { model, requests } = answering(version, [text('{"lessons":[]}')]);
    let looked = 0;
    const scope = () => {
      looked += 1;
      return {};
    };
    const middleware = skillLoopMiddleware({ loop, scope });
    const wrapped = aiModule(version).wrapLanguageModel({ model, middleware });
    await fromAiSdkModel(wrapped as typeof model, { id: "own" }).generate(request);
    expect(requests.length).toBe(1);
    expect(looked).toBe(0);
    await loop.close();
  });
});

it("fromAiSdkModel refuses the name of a model", () => {
  const name: unknown = "openai/gpt-5";
  expect(() => fromAiSdkModel(name as Parameters<typeof fromAiSdkModel>[0])).toThrow(/no model object/);
});
