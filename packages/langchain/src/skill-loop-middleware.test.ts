import { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import { HumanMessage } from "@langchain/core/messages";
import { createLangchainCallbacks, recordsFor } from "@skillloop/core/adapter/langchain";
import type { SeenRequest } from "@skillloop/core/testing/adapter-contract";
import { createAgent, createMiddleware, toolStrategy } from "langchain";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { readField, readText } from "./read-field.ts";
import { SkillLoopCallbackHandler } from "./skill-loop-callback-handler.ts";
import { skillLoopMiddleware } from "./skill-loop-middleware.ts";
import { craneTask, memory } from "./testing/memory.ts";
import { asked, crane, lift, pause, scriptedModel, stepsOf } from "./testing/scripted-agent.ts";
import { ScriptedChatModel } from "./testing/scripted-chat-model.ts";

describe("skillLoopMiddleware", () => {
  it("LC13: leaves a tool's error to the agent as it is without it", async () => {
    const run = async (middleware: readonly ReturnType<typeof skillLoopMiddleware>[]) => {
      const { model } = scriptedModel(lift("c1"), { text: "It failed." });
      const tools = [
        crane(() => {
          throw new Error("boom");
        }),
      ];
      const { messages } = await createAgent({ model, tools, middleware: [...middleware] }).invoke(asked());
      return messages.map(({ type, content }) => [type, content]);
    };
    const { loop } = await memory();
    expect(await run([skillLoopMiddleware({ loop })])).toEqual(await run([]));
    expect(skillLoopMiddleware({ loop }).wrapToolCall).toBeUndefined();
  });

  it("LC12: works with a response format, and after a middleware that sets the system prompt", async () => {
    const { loop } = await memory("the crane");
    class Binding extends ScriptedChatModel {
      /** LangChain counts the name of the tool that takes the answer. */
      format = "";
      override bindTools(tools: readonly unknown[] = []): this {
        const names = tools.map(
          (one) => readText(one, "name") ?? readText(readField(one, "function"), "name"),
        );
        this.format = names.find((name) => name !== undefined && name !== "crane") ?? "";
        return this;
      }
    }
    const requests: SeenRequest[] = [];
    const model: Binding = new Binding({
      requests,
      reply: (_request, index) =>
        index === 0 ? lift("c1") : { calls: [{ id: "c2", tool: model.format, input: { weight: 3 } }] },
    });
    const prompting = createMiddleware({
      name: "Prompting",
      wrapModelCall: (request, handler) =>
        handler({ ...request, systemPrompt: `${request.systemPrompt}Be brief.` }),
    });
    const agent = createAgent({
      model,
      tools: [crane()],
      middleware: [prompting, skillLoopMiddleware({ loop })],
      responseFormat: toolStrategy(z.object({ weight: z.number() })),
    });
    const { structuredResponse } = await agent.invoke(asked());
    expect(structuredResponse).toEqual({ weight: 3 });
    expect(requests.length).toBe(2);
    expect(requests[0]?.messages[0]).toEqual({ role: "system", text: "Be brief." });
    expect(requests[0]?.messages[1]?.text).toContain("<project_notes");
  });

  it("records and shows once together with the handler, and its verify is asked", async () => {
    const { loop, traces, reported } = await memory("the crane");
    const handler = new SkillLoopCallbackHandler({ loop });
    const middleware = skillLoopMiddleware({ loop, verify: () => ({ check: "the quay", passed: true }) });
    const { model, requests } = scriptedModel(lift("c1"), { text: "Done." });
    await createAgent({ model, tools: [crane()], middleware: [middleware] }).invoke(asked(), {
      callbacks: [handler],
    });
    await handler.flush();
    await middleware.flush();
    const recorded = await traces();
    expect(recorded.map(stepsOf)).toEqual([["c1 ok: Lifted."]]);
    expect(recorded[0]?.signals.map(({ check }) => check)).toEqual(["the quay"]);
    expect(requests.map(({ raw }) => raw.split("<project_notes").length - 1)).toEqual([1, 1]);
    expect(reported).toEqual([]);
  });

  it("injects beside a handler that is told not to", async () => {
    const { loop } = await memory("the crane");
    const handler = new SkillLoopCallbackHandler({ loop, inject: false });
    const { model, requests } = scriptedModel({ text: "Done." });
    const middleware = [skillLoopMiddleware({ loop })];
    await createAgent({ model, tools: [crane()], middleware }).invoke(asked(), { callbacks: [handler] });
    expect(requests[0]?.raw).toContain("<project_notes");
  });

  it("changes neither the state nor the message that the host gave", async () => {
    const { loop } = await memory("the crane");
    const { model } = scriptedModel({ text: "Done." });
    const message = new HumanMessage(craneTask);
    const agent = createAgent({ model, tools: [crane()], middleware: [skillLoopMiddleware({ loop })] });
    const { messages } = await agent.invoke({ messages: [message] });
    expect(message.content).toBe(craneTask);
    expect(messages[0]?.content).toBe(craneTask);
  });

  it("ends the run of an agent whose model fails, as failed", async () => {
    const { loop, traces } = await memory();
    const middleware = skillLoopMiddleware({ loop });
    const { model } = scriptedModel(lift("c1"), { error: new Error("down") });
    const agent = createAgent({ model, tools: [crane()], middleware: [middleware] });
    await expect(agent.invoke(asked())).rejects.toMatchObject({ message: "down", name: "Error" });
    expect(middleware.size).toBe(0);
    expect((await traces()).map(({ end }) => end)).toEqual(["failed"]);
  });

  it("lets the loop be flushed after a middleware around it has asked the model twice at once", async () => {
    const { loop, traces } = await memory();
    const bestOfTwo = createMiddleware({
      name: "BestOfTwo",
      wrapModelCall: async (request, handler) => {
        const [first] = await Promise.all([handler(request), handler(request)]);
        return first;
      },
    });
    const { model } = scriptedModel({ text: "One." }, { text: "Two." });
    const middleware = [bestOfTwo, skillLoopMiddleware({ loop })];
    await createAgent({ model, tools: [crane()], middleware }).invoke(asked());
    const stuck = pause(3_000).then(() => "stuck");
    expect(await Promise.race([loop.flush().then(() => "flushed"), stuck])).toBe("flushed");
    expect(await traces()).toEqual([]);
  });

  it("gives the model a request whose tools another middleware has taken out", async () => {
    const { loop } = await memory("the crane");
    const stripping = createMiddleware({
      name: "Stripping",
      wrapModelCall: (request, handler) => handler(Object.assign({ ...request }, { tools: undefined })),
    });
    const { model, requests } = scriptedModel({ text: "Done." });
    const middleware = [stripping, skillLoopMiddleware({ loop })];
    const { messages } = await createAgent({ model, tools: [crane()], middleware }).invoke(asked());
    expect(messages.at(-1)?.text).toBe("Done.");
    expect(requests[0]?.raw).toContain("<project_notes");
  });

  it("leaves the recording to any handler of its loop, also one of another package", async () => {
    const { loop, traces } = await memory();
    class OfGraph extends BaseCallbackHandler {
      readonly name = "of_graph";
      override readonly awaitHandlers = true;
      readonly [recordsFor] = createLangchainCallbacks({ loop });
      constructor() {
        super();
        const { loop: _, size: __, ...methods } = this[recordsFor];
        Object.assign(this, methods);
      }
    }
    const { model } = scriptedModel(lift("c1"), { text: "Done." });
    const middleware = skillLoopMiddleware({ loop });
    const handler = new OfGraph();
    await createAgent({ model, tools: [crane()], middleware: [middleware] }).invoke(asked(), {
      callbacks: [handler],
    });
    expect(middleware.size).toBe(0);
    await handler[recordsFor].flush();
    expect((await traces()).map(stepsOf)).toEqual([["c1 ok: Lifted."]]);
  });
});
