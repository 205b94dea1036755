import { AIMessage } from "@langchain/core/messages";
import { RunnableLambda } from "@langchain/core/runnables";
import { SkillLoopError } from "@skillloop/core/adapter/langchain";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { fromLangChainModel } from "./from-langchain-model.ts";
import { SkillLoopCallbackHandler } from "./skill-loop-callback-handler.ts";
import { craneTask, memory } from "./testing/memory.ts";
import { scriptedModel } from "./testing/scripted-agent.ts";
import { withProjectNotes } from "./with-project-notes.ts";

const schema = z.object({ lessons: z.array(z.string()) });
const request = { role: "reflect", system: "You reflect.", prompt: "The trace", schema } as const;
const answering = (message: AIMessage) => ({ invoke: async () => message });

describe("fromLangChainModel", () => {
  it("gives the value, the tokens and why it stopped", async () => {
    const message = Object.assign(new AIMessage('{"lessons":["a"]}'), {
      usage_metadata: { input_tokens: 7, output_tokens: 3, total_tokens: 10 },
      response_metadata: { stop_reason: "end_turn" },
    });
    expect(await fromLangChainModel(answering(message)).generate(request)).toEqual({
      value: { lessons: ["a"] },
      usage: { inputTokens: 7, outputTokens: 3 },
      finish: "stop",
      calls: 1,
    });
  });

  it("asks once more when an answer is no use, and never reads one that was cut off", async () => {
    const asked: unknown[] = [];
    const told = (...words: readonly string[]) => ({
      invoke: async (messages: unknown) => {
        asked.push(messages);
        const answer = new AIMessage('{"lessons":[]}');
        return Object.assign(answer, { response_metadata: { finish_reason: words[asked.length - 1] } });
      },
    });
    expect(await fromLangChainModel(told("length", "stop")).generate(request)).toMatchObject({ calls: 2 });
    expect(JSON.stringify(asked[1])).toContain("cut off");
    const cut = fromLangChainModel(told("", "", "length", "length")).generate(request);
    await expect(cut).rejects.toMatchObject({ code: "MODEL_ANSWER_INVALID" });
  });

  it("PR5: reads what a server refused as no valid call", async () => {
    const error = { code: "tool_use_failed", failed_generation: '{"lessons":[]}' };
    const invoke = () => Promise.reject(Object.assign(new Error("400"), { error }));
    expect((await fromLangChainModel({ invoke }).generate(request)).value).toEqual({ lessons: [] });
  });

  it("PR2: reads the answer in the reasoning of a model that said nothing", async () => {
    const beside = new AIMessage({ content: "", additional_kwargs: { reasoning_content: '{"lessons":[]}' } });
    expect((await fromLangChainModel(answering(beside)).generate(request)).value).toEqual({ lessons: [] });
    const block = new AIMessage({ content: [{ type: "reasoning", reasoning: '{"lessons":[]}' }] });
    expect((await fromLangChainModel(answering(block)).generate(request)).value).toEqual({ lessons: [] });
  });

  it("fails by its own code, with the model's error as cause", async () => {
    const down = new Error("down");
    const { model } = scriptedModel({ error: down });
    const failure: unknown = await fromLangChainModel(model, { id: "m" })
      .generate(request)
      .catch((error) => error);
    expect(SkillLoopError.isInstance(failure) && failure.code).toBe("MODEL_UNAVAILABLE");
    expect(failure).toMatchObject({ cause: down });
  });

  it("comes back on an abort, though the model takes no notice", async () => {
    const stop = new AbortController();
    const deaf = { invoke: () => new Promise<AIMessage>(() => {}) };
    const work = fromLangChainModel(deaf)
      .generate({ ...request, signal: stop.signal })
      .catch((error: unknown) => error);
    setTimeout(() => stop.abort(new Error("Enough")), 5);
    expect(await work).toEqual(new Error("Enough"));
  });

  it("LC9: is heard by no callback of the host, not even inside a run of the host", async () => {
    const { loop, traces } = await memory();
    let looked = 0;
    const scope = () => {
      looked += 1;
      return {};
    };
    const handler = new SkillLoopCallbackHandler({ loop, scope });
    const { model, requests } = scriptedModel({ text: '{"lessons":[]}' }, { text: '{"lessons":[]}' });
    const metadata: unknown[] = [];
    model.callbacks = [
      handler,
      {
        handleChatModelStart: (...event) => void metadata.push(Object.keys(event[6] ?? {}).includes("user")),
      },
    ];
    const port = fromLangChainModel(model);
    await port.generate(request);
    const heard: string[] = [];
    const noting = { handleChatModelStart: () => void heard.push("a model call") };
    const inside = RunnableLambda.from(async () => (await port.generate(request)).value);
    await inside.invoke("x", { callbacks: [handler, noting], metadata: { user: "one" } });
    await handler.flush();
    expect(requests.length).toBe(2);
    expect(heard).toEqual([]);
    // Neither is it part of the host's run in any other way.
    expect(metadata).toEqual([false, false]);
    expect(looked).toBe(0);
    expect(handler.size).toBe(0);
    expect(await traces()).toEqual([]);
  });
});

describe("withProjectNotes", () => {
  it("puts the block behind the task, in a copy, and once beside the handler", async () => {
    const { loop } = await memory("the crane");
    const { text: block } = await loop.recall(craneTask);
    const alone = await withProjectNotes({ loop }).invoke(craneTask);
    expect(alone.map(({ content }) => content)).toEqual([`${craneTask}\n\n${block}`]);
    const { model, requests } = scriptedModel({ text: "Done." });
    const handler = new SkillLoopCallbackHandler({ loop });
    await withProjectNotes({ loop })
      .pipe(model)
      .invoke(craneTask, { callbacks: [handler] });
    expect(requests[0]?.messages[0]?.text).toBe(`${craneTask}\n\n${block}`);
    await handler.flush();
    expect(handler.size).toBe(0);
  });

  it("gives the very messages when nothing is known", async () => {
    const { loop } = await memory();
    const messages = [new AIMessage("Hello")];
    expect((await withProjectNotes({ loop }).invoke(messages))[0]).toBe(messages[0]);
  });
});
